/** Manufacturing, trades, construction, engineering, quality, safety, energy and agriculture, in five languages. */
export const tradesSkills = `
Manufacturing | production work | industrial production | produktion | fertigung | produktionstätigkeiten | fabrication | production industrielle | fabricación | producción industrial | producție industrială | fabricație
Assembly | assembling | assembly work | assembly line | montage | montagearbeiten | montagetätigkeiten | fließbandarbeit | assemblage | montage mécanique | ensamblaje | montaje | línea de montaje | asamblare | linie de asamblare | montaj > Manufacturing
Machine Operation | operating machines | machine operating | maschinenbedienung | maschinenführung | anlagenbedienung | bedienen von maschinen | conduite de machines | conduite de ligne | conduite de lignes de production | manejo de maquinaria | manejo de máquinas | operare mașini | operare utilaje | deservire utilaje > Manufacturing
Machine Setup | setting up machines | maschineneinrichtung | rüsten | maschinen einrichten | réglage de machines | réglage machine | preparación de máquinas | ajuste de máquinas | reglare utilaje
Production Planning | production control | fertigungssteuerung | produktionsplanung | arbeitsvorbereitung | planification de la production | ordonnancement | planificación de la producción | planificarea producției
Lean Management | lean manufacturing | lean production | lean-management | kaizen | =5S | six sigma | lean six sigma | continuous improvement | kontinuierliche verbesserung | =KVP | kontinuierlicher verbesserungsprozess | amélioration continue | mejora continua | îmbunătățire continuă
Welding | schweißen | schweißtechnik | schweissen | schweißarbeiten | schweißkenntnisse | soudage | soudure | soldadura | sudură | sudare | weld
MIG Welding | mig/mag | mig-mag | mag welding | mig/mag welding | gmaw | mig-schweißen | mag-schweißen | mig/mag-schweißen | metallschutzgasschweißen | schutzgasschweißen | soudage mig | soudure semi-automatique | soudage semi-automatique | soudage mag | soudage mig/mag | soldadura mig | soldadura mig/mag | soldadura mag | soldadura semiautomática | sudură mig | sudură mig/mag | sudură mag | sudare mig/mag | co2 welding | sudură co2 | sudură în mediu de co2 > Welding
TIG Welding | gtaw | wig-schweißen | =WIG | wig schweißen | tig-schweißen | soudage tig | soudure tig | soldadura tig | sudură tig | sudură wig | sudură argon | sudură cu argon > Welding
Arc Welding | stick welding | mma welding | manual metal arc welding | smaw | e-hand-schweißen | e-hand | lichtbogenhandschweißen | elektrodenschweißen | soudage à l'arc | soudure à l'arc | arc électrode enrobée | soldadura por arco | soldadura con electrodo | sudură electrică | sudură cu electrod > Welding
Gas Welding | autogenous welding | autogenschweißen | oxyacetylene | soudage oxyacétylénique | soudure au chalumeau | soldadura oxiacetilénica | soldadura autógena | sudură autogenă | sudură oxiacetilenică | oxy-fuel cutting | brennschneiden > Welding
Spot Welding | resistance welding | punktschweißen | soudage par points | soldadura por puntos | sudură prin puncte > Welding
Welding Certification | welding certificate | coded welder | schweißerpass | schweißerprüfung | schweißprüfung | en iso 9606 | iso 9606 | qualification de soudage | licence de soudage | homologación de soldadura | certificat sudor | autorizație sudor > Welding
Soldering | löten | lötarbeiten | weichlöten | brasage | soldadura con estaño | lipire | cositorire
Metalworking | locksmithing | metal work | metal fabrication | metallbearbeitung | metallverarbeitung | metallbau | travail des métaux | métallerie | serrurerie métallerie | chaudronnerie | trabajo en metal | calderería | prelucrarea metalelor | prelucrări metalice | confecții metalice | lăcătușerie
Sheet Metal Work | sheet metal | blechbearbeitung | blechverarbeitung | tôlerie | chapistería | chapa metálica | prelucrarea tablei | tinichigerie > Metalworking
Machining | metal cutting | zerspanung | zerspanungstechnik | spanende fertigung | spanende bearbeitung | usinage | mecanizado | prelucrări prin așchiere | așchiere | prelucrare prin așchiere > Metalworking
CNC Machining | cnc | cnc machines | cnc operation | cnc-technik | cnc-maschinen | cnc-bearbeitung | cnc-kenntnisse | usinage cnc | commande numérique | machines à commande numérique | mecanizado cnc | control numérico | máquinas cnc | mașini cnc | utilaje cnc | operare cnc | strunguri cnc > Machining
CNC Programming | cnc-programmierung | programmation cnc | programación cnc | programare cnc | heidenhain | sinumerik | fanuc | g-code > CNC Machining
Lathe Turning | ?Turning | lathe | lathe work | lathe operation | =Drehen | drehtechnik | cnc-drehen | drehmaschine | cnc turning | tournage | torneado | torno | strunjire | strung > Machining
Milling | cnc milling | milling machine | fräsen | cnc-fräsen | frästechnik | fräsmaschine | fraisage | fresado | frezare | freză > Machining
Grinding | surface grinding | schleifen | schleiftechnik | flachschleifen | rectification | meulage | rectificado | rectificare | șlefuire > Machining
Drilling | bohren | perçage | taladrado | găurire > Machining
Laser Cutting | laserschneiden | découpe laser | corte por láser | corte láser | debitare laser | tăiere cu laser | plasma cutting | plasmaschneiden > Metalworking
Sheet Metal Bending | abkanten | kanten und biegen | press brake | pliage | presse plieuse | plegado de chapa | abkant | îndoire tablă > Sheet Metal Work
Toolmaking | tool making | tool and die making | werkzeugbau | formenbau | outillage | moulerie | matricería | utillaje | sculărie | matrițerie > Machining
Injection Moulding | injection molding | plastic injection moulding | spritzguss | spritzgießen | kunststoffspritzguss | injection plastique | plasturgie | inyección de plástico | inyección de plásticos | injecție mase plastice | injecție plastic > Manufacturing
Plastics Processing | kunststoffverarbeitung | kunststofftechnik | transformation des matières plastiques | transformación de plásticos | prelucrarea maselor plastice | prelucrare mase plastice > Manufacturing
Die Casting | foundry work | metal casting | druckguss | gießerei | gießen von metall | fonderie | fundición | turnătorie | turnare > Metalworking
Forging | schmieden | forge | forja | forjare > Metalworking
3D Printing | additive manufacturing | 3d-druck | additive fertigung | impression 3d | fabrication additive | impresión 3d | fabricación aditiva | imprimare 3d
Surface Treatment | coating | powder coating | oberflächenbehandlung | oberflächentechnik | pulverbeschichtung | beschichtung | galvanik | traitement de surface | thermolaquage | tratamiento de superficies | pintura en polvo | tratamente de suprafață | vopsire electrostatică | zincare
Industrial Mechanics | industriemechanik | mécanique industrielle | mechanical engineering technology | mechanik | mécanique générale
Mechanical Engineering | maschinenbau | génie mécanique | ingeniería mecánica | inginerie mecanică | construcția de mașini
Mechanical Design | konstruktion | construction mécanique | conception mécanique | diseño mecánico | proiectare mecanică
CAD | computer-aided design | computer aided design | cad-kenntnisse | cad-zeichnen | cad-konstruktion | =DAO | conception assistée par ordinateur | dessin assisté par ordinateur | diseño asistido por ordenador | proiectare asistată | 2d/3d cad | 3d cad | cad software
=CAM | computer-aided manufacturing | cad/cam | mastercam | hypermill | =FAO
Technical Drawing | konstruktionszeichnungen | citire schițe tehnice | schițe tehnice | technical drawings | reading technical drawings | blueprint reading | reading blueprints | technische zeichnungen | technisches zeichnen | lesen technischer zeichnungen | technische zeichnungen lesen | lecture de plans | dessin technique | dessin industriel | plans techniques | lectura de planos | interpretación de planos | dibujo técnico | planos técnicos | citirea desenelor tehnice | citire desen tehnic | desen tehnic | desene tehnice
Measuring Technology | metrology | measuring instruments | messtechnik | messmittel | messschieber | métrologie | instruments de mesure | metrología | instrumentos de medición | metrologie | instrumente de măsură | calipers | micrometer | coordinate measuring | 3d-messtechnik
Maintenance | preventive maintenance | industrial maintenance | machine maintenance | instandhaltung | wartung | instandsetzung | wartungsarbeiten | anlagenwartung | maintenance industrielle | maintenance préventive | entretien des machines | mantenimiento | mantenimiento industrial | mantenimiento preventivo | mentenanță | întreținere utilaje | mentenanță preventivă | entretien mécanique
Repair Work | reparatur | repairs | reparaturen | reparaturarbeiten | fault finding | fehlersuche | störungsbehebung | fehlerbehebung | entstörung | troubleshooting | dépannage | réparation | réparations | reparaciones | reparación de averías | resolución de averías | reparații | depanare | remediere defecțiuni
Hydraulics | hydraulik | hydraulique | hidráulica | hidraulică
Pneumatics | pneumatik | pneumatique | neumática | pneumatică
Electrical Engineering | elektrotechnik | électrotechnique | génie électrique | ingeniería eléctrica | electrotecnia | inginerie electrică | electrotehnică | electrical knowledge | elektrokenntnisse | elektrotechnische kenntnisse
Electrical Installation | electrical installations | electrical work | electrical wiring | wiring | house wiring | elektroinstallation | elektroinstallationen | elektroarbeiten | verdrahtung | hausinstallation | installation électrique | installations électriques | câblage | câblage électrique | travaux électriques | instalación eléctrica | instalaciones eléctricas | cableado | instalații electrice | cablare | cablaj > Electrical Engineering
Electrical Testing | pat testing | electrical inspection and testing | e-check | dguv v3 prüfung | vérification électrique | verificări electrice > Electrical Engineering
Switch Cabinet Construction | control cabinet | control panel building | schaltschrankbau | schaltschrank | schaltschrankverdrahtung | armoires électriques | câblage d'armoires | cuadros eléctricos | montaje de cuadros eléctricos | tablouri electrice > Electrical Installation
Electrical Planning | elektroplanung | electrical design | conception électrique | diseño eléctrico | proiectare instalații electrice
High Voltage | high-voltage systems | medium voltage | hochspannung | mittelspannung | haute tension | alta tensión | media tensión | înaltă tensiune | medie tensiune | schaltberechtigung
Electrical Safety Qualification | electrical authorisation | elektrofachkraft | elektrotechnisch unterwiesene person | habilitation électrique | habilitations électriques | carné de instalador electricista | autorizație anre | autorizare anre | vde 0100 | 18th edition
Electronics | elektronik | électronique | electrónica | electronică | circuit design | schaltungsentwicklung | circuits électroniques
Mechatronics | mechatronik | mécatronique | mecatrónica | mecatronică
Automation Technology | industrial automation | automatisierungstechnik | automatisierung | automatisme | automatismes | automatisation industrielle | automatización industrial | automatizări industriale | automatizare industrială | control engineering | regelungstechnik | steuerungstechnik | mess- und regeltechnik
PLC Programming | =PLC | =SPS | sps-programmierung | plc-programmierung | programmable logic controllers | automates programmables | programmation d'automates | programación de plc | autómatas programables | programare plc | automate programabile > Automation Technology
SCADA | scada systems | leittechnik | prozessleittechnik > Automation Technology
Industrial Robots | robot programming | kuka | abb robots | industrieroboter | roboterprogrammierung | robots industriels | programmation de robots | robots industriales | programación de robots | roboți industriali
Plumbing | sanitary installation | pipe fitting | sanitärinstallation | sanitärtechnik | klempnerarbeiten | rohrinstallation | plomberie | installation sanitaire | fontanería | instalaciones sanitarias | instalații sanitare | lucrări sanitare
Heating Systems | heating installation | heating technology | heizungstechnik | heizungsbau | heizungsinstallation | heizungsanlagen | chauffage | installation de chauffage | calefacción | instalaciones de calefacción | instalații termice | centrale termice | boilers
HVAC | hvac systems | heating ventilation and air conditioning | klimatechnik | lüftungstechnik | klima- und lüftungstechnik | shk | hlk | =CVC | génie climatique | climatisation | climatización | aire acondicionado | ventilación | ventilație | climatizare | aer condiționat | air conditioning
Refrigeration | refrigeration technology | kältetechnik | kälteanlagen | froid commercial | froid industriel | réfrigération | refrigeración | tehnica frigului | instalații frigorifice | f-gas certificate
Gas Installation | gas safe | gasinstallation | installation gaz | instalaciones de gas | instalații de gaze
Pipeline Construction | pipe laying | rohrleitungsbau | tuyauterie | pose de canalisations | tubería industrial | montaj conducte
Construction | construction work | building work | construction industry | building site | bauarbeiten | bauwesen | bauwirtschaft | baugewerbe | hochbau | construction bâtiment | bâtiment | =BTP | travaux de construction | construcción | trabajos de construcción | edificación | obra civil | construcții | lucrări de construcții | construcții civile
Civil Engineering | tiefbau | bauingenieurwesen | génie civil | travaux publics | ingeniería civil | construcții civile și industriale | inginerie civilă
Road Construction | straßenbau | construction routière | voirie | construcción de carreteras | construcții drumuri | asphalt laying > Civil Engineering
Bricklaying | mauerarbeiten | masonry | mauern | maurerarbeiten | mauerwerk | maçonnerie | albañilería | zidărie > Construction
Concrete Work | concreting | formwork | shuttering | reinforced concrete | betonarbeiten | betonbau | stahlbetonbau | schalung | schalungsbau | béton armé | coffrage | hormigón | encofrado | hormigonado | beton armat | cofraj | cofraje | turnare beton > Construction
Steel Fixing | rebar | bewehrung | eisenflechten | ferraillage | ferralla | armături > Construction
Steel Construction | structural steel | stahlbau | construction métallique | charpente métallique | estructuras metálicas | construcții metalice | structuri metalice
Plastering | rendering walls | verputzen | putzarbeiten | stuckarbeiten | plâtrerie | yeso | enlucido | revoco | tencuială | tencuieli | gletuire > Construction
Drywall Construction | trockenbauarbeiten | dry lining | drywall | plasterboard | trockenbau | rigips | pose de placo | cloisons sèches | plaques de plâtre | pladur | tabiquería seca | gips-carton | montaj gips-carton > Construction
Tiling | fliesen verlegen | tile laying | fliesen legen | fliesenlegen | fliesenarbeiten | carrelage | pose de carrelage | alicatado | solado | montaj gresie | montaj faianță | gresie și faianță | montaj gresie și faianță > Construction
Painting and Decorating | painting work | house painting | wall painting | malerarbeiten | lackierarbeiten | anstreichen | maler- und lackierarbeiten | peinture en bâtiment | travaux de peinture | pintura de interiores | pintura decorativa | zugrăveli | zugrăvit | vopsitorie | lucrări de zugrăveală > Construction
Flooring | floor laying | parquet laying | bodenbelag | bodenbelagsarbeiten | parkett verlegen | bodenlegen | pose de parquet | revêtements de sols | colocación de parquet | parquet y tarima | montaj parchet > Construction
Roofing | dacharbeiten | dachdeckerarbeiten | dachdecken | couverture zinguerie | toiture | techado | cubiertas y tejados | tejados | acoperișuri | montaj acoperiș > Construction
Insulation Work | thermal insulation | wärmedämmung | dämmarbeiten | isolation thermique | aislamiento térmico | termoizolații | izolații > Construction
Waterproofing | abdichtung | bauwerksabdichtung | étanchéité | impermeabilización | hidroizolații > Construction
Scaffolding | scaffold erection | gerüstbau | échafaudage | échafaudages | andamios | montaje de andamios | schelărie | montaj schele > Construction
Demolition | abbrucharbeiten | rückbau | démolition | demolición | demolări > Construction
Glazing | glaserarbeiten | verglasung | vitrerie | cristalería | montaj geamuri
Window Fitting | window installation | fenstermontage | fenster und türen | pose de menuiseries | pose de fenêtres | montaje de ventanas | montaj tâmplărie | montaj ferestre | termopan
Carpentry | joinery | woodworking | wood processing | holzbearbeitung | schreinerarbeiten | tischlerarbeiten | zimmererarbeiten | holzbau | holzverarbeitung | menuiserie | charpente | ébénisterie | travail du bois | carpintería | ebanistería | trabajo de la madera | tâmplărie | dulgherie | prelucrarea lemnului
Furniture Making | furniture assembly | möbelbau | möbelmontage | fabrication de meubles | montage de meubles | montaje de muebles | montaj mobilă | producție mobilă > Carpentry
Upholstery | polstern | polsterarbeiten | tapisserie d'ameublement | tapicería | tapițerie
Landscaping | gardening | garden maintenance | landscape gardening | gartenarbeit | gartenpflege | garten- und landschaftsbau | galabau | grünpflege | jardinage | entretien des espaces verts | espaces verts | aménagement paysager | jardinería | mantenimiento de jardines | paisajismo | grădinărit | întreținere spații verzi | amenajări peisagistice
Surveying | land surveying | vermessung | vermessungstechnik | topographie | topografía | topografie | cadastru
Structural Engineering | statics | tragwerksplanung | statik | calcul de structures | cálculo de estructuras | calcul structural | structural analysis
Architectural Design | building design | hochbauplanung | conception architecturale | diseño arquitectónico | proiectare arhitecturală
Building Information Modeling | =BIM | building information modelling
Site Management | construction management | construction supervision | bauleitung | bauüberwachung | conduite de travaux | suivi de chantier | direction de travaux | dirección de obra | jefatura de obra | gestión de obra | coordonare șantier | dirigenție de șantier | management de șantier
Quantity Surveying | cost estimation | estimating | kalkulation | aufmaß | mengenermittlung | =AVA | ausschreibung und vergabe | métré | métrés | étude de prix | mediciones y presupuestos | devize | antemăsurători
Automotive Repair | vehicle repair | car repair | auto repair | vehicle maintenance | kfz-reparatur | kfz-technik | fahrzeugreparatur | autoreparatur | fahrzeugtechnik | mécanique automobile | réparation automobile | entretien automobile | reparación de vehículos | reparații auto
Vehicle Diagnostics | automotive diagnostics | fahrzeugdiagnose | diagnosegeräte | diagnostic automobile | diagnosis de vehículos | diagnoză auto | on-board diagnostics > Automotive Repair
Bodywork | car body repair | panel beating | karosseriebau | karosseriearbeiten | karosserieinstandsetzung | carrosserie | tôlerie automobile | chapa y pintura | carrocería | caroserie | tinichigerie auto > Automotive Repair
Vehicle Painting | car painting | spray painting | fahrzeuglackierung | autolackierung | peinture automobile | pintura de vehículos | vopsitorie auto
Tyre Fitting | tire fitting | reifenmontage | reifenwechsel | montage de pneus | cambio de neumáticos | vulcanizare
Diesel Engines | engine repair | motorenbau | dieselmotoren | moteurs diesel | motores diésel | motoare diesel
Automotive Engineering | automobile industry | automotive industry | fahrzeugbau | automobilindustrie | automobilbranche | ingénierie automobile | industrie automobile | industria del automóvil | automoción | industria auto
Agricultural Machinery | farm machinery | tractor driving | landmaschinen | landmaschinentechnik | traktor fahren | machines agricoles | conduite de tracteur | tracteur | maquinaria agrícola | manejo de tractor | mașini agricole | utilaje agricole | conducere tractor
Agriculture | farming | arable farming | landwirtschaft | ackerbau | grandes cultures | agricultura | cultivos | agricultură
Animal Husbandry | livestock | livestock farming | cattle farming | dairy farming | milking | tierhaltung | viehzucht | tierpflege | tierzucht | melken | élevage | traite | ganadería | cría de animales | ordeño | zootehnie | creșterea animalelor | îngrijirea animalelor | muls
Harvesting | fruit picking | crop harvesting | ernte | erntearbeit | erntehilfe | récolte | cueillette | vendanges | cosecha | recolección | recolección de fruta | vendimia | recoltare | cules fructe | recoltat
Horticulture | plant cultivation | gartenbau | pflanzenbau | gärtnereiarbeiten | horticulture ornementale | maraîchage | horticultura | viveros | horticultură | sere | greenhouse work
Viticulture | winemaking | weinbau | kellerwirtschaft | vinification | viticultura | enología | viticultură | vinificație
Forestry | forstwirtschaft | waldarbeit | holzernte | sylviculture | exploitation forestière | silvicultura | trabajos forestales | silvicultură | exploatare forestieră
Chainsaw Operation | chainsaw | chainsaw licence | motorsägenschein | motorsäge | kettensäge | tronçonneuse | motosierra | drujbă | motoferăstrău
Plant Protection | pest control | pflanzenschutz | pflanzenschutzmittel | sachkundenachweis pflanzenschutz | protection des plantes | certiphyto | fitosanitarios | carné fitosanitario | protecția plantelor
Food Production | food processing | lebensmittelproduktion | lebensmittelherstellung | lebensmittelverarbeitung | industrie agroalimentaire | agroalimentaire | industria alimentaria | procesado de alimentos | industria alimentară | procesare alimente
Butchery | meat cutting | meat processing | deboning | fleischverarbeitung | zerlegung | fleischzerlegung | boucherie | découpe de viande | désossage | carnicería | despiece | deshuesado | măcelărie | tranșare carne | tranșare
Textile Production | sewing | tailoring | nähen | näharbeiten | schneidern | textilverarbeitung | couture | confection textile | retouches | costura | confección textil | confección | cusut | croitorie | confecții textile
Dry Cleaning | ironing | laundry work | wäscherei | bügeln | wäschepflege | blanchisserie | repassage | lavandería | planchado | tintorería | spălătorie | călcat | curățătorie
Quality Assurance | =QA | quality control | quality inspection | qualitätssicherung | qualitätskontrolle | qualitätsprüfung | sichtprüfung | contrôle qualité | assurance qualité | control de calidad | aseguramiento de calidad | garantía de calidad | controlul calității | control de calitate | asigurarea calității | inspecția calității
Quality Management | =QM | qualitätsmanagement | quality management systems | management de la qualité | gestion de la qualité | gestión de calidad | gestión de la calidad | managementul calității | iso 9001 | =QMS | din en iso 9001 | iatf 16949
FMEA | 8d report | 8d-report | ppap | apqp | =SPC | statistical process control > Quality Management
Environmental Management | iso 14001 | umweltmanagement | umweltschutz | environmental protection | management environnemental | protection de l'environnement | gestión ambiental | gestión medioambiental | medio ambiente | protecția mediului | managementul mediului
Sustainability | nachhaltigkeit | nachhaltigkeitsmanagement | =ESG | =CSR | corporate social responsibility | développement durable | =RSE | sostenibilidad | sustenabilitate | dezvoltare durabilă
Occupational Safety | health and safety | workplace safety | occupational health and safety | =EHS | =HSE | arbeitssicherheit | arbeitsschutz | unfallverhütung | santé et sécurité au travail | sécurité au travail | prévention des risques | =QHSE | prevención de riesgos laborales | =PRL | seguridad laboral | seguridad y salud | securitate și sănătate în muncă | =SSM | protecția muncii | iso 45001 | =OSHA
Working at Heights | working at height | höhentauglichkeit | arbeiten in der höhe | rope access | industrieklettern | travail en hauteur | travaux en hauteur | trabajos en altura | trabajo en altura | lucru la înălțime | alpinism utilitar
Lifting Platforms | aerial work platform | cherry picker | ipaf | hubarbeitsbühne | hubsteiger | arbeitsbühnenschein | nacelle élévatrice | plataforma elevadora | plataformas elevadoras | nacelă | platforme elevatoare
Fire Protection | fire safety | fire prevention | brandschutz | brandschutzhelfer | sécurité incendie | prévention incendie | ssiap | protección contra incendios | prevención de incendios | apărare împotriva incendiilor | prevenirea incendiilor | =PSI
Construction Site Safety Card | cscs card | =CSCS | =SCC | scc-zertifikat | sicherheitspass | carte btp | tarjeta profesional de la construcción | =TPC
Renewable Energy | renewable energies | erneuerbare energien | énergies renouvelables | energías renovables | energie regenerabilă | energii regenerabile
Photovoltaics | solar energy | solar panels | pv systems | photovoltaik | solaranlagen | photovoltaikanlagen | solartechnik | panneaux solaires | panneaux photovoltaïques | photovoltaïque | énergie solaire | energía solar | paneles solares | fotovoltaica | instalaciones fotovoltaicas | panouri fotovoltaice | panouri solare > Renewable Energy
Wind Energy | wind power | wind turbines | windkraft | windenergie | windkraftanlagen | éolien | éoliennes | énergie éolienne | energía eólica | aerogeneradores | energie eoliană | turbine eoliene > Renewable Energy
Heat Pumps | wärmepumpen | pompes à chaleur | bombas de calor | pompe de căldură > Heating Systems
Energy Efficiency | energy management | energy consulting | energieberatung | energiemanagement | energieeffizienz | efficacité énergétique | performance énergétique | eficiencia energética | eficiență energetică | iso 50001
Power Plants | power generation | power grid | kraftwerkstechnik | energietechnik | stromnetze | centrales électriques | réseaux électriques | centrales eléctricas | redes eléctricas | centrale electrice | rețele electrice
Oil and Gas | oil & gas | petroleum engineering | erdöl und erdgas | pétrole et gaz | petróleo y gas | petrol și gaze
Mining | bergbau | exploitation minière | minería | minerit
Chemical Process Engineering | process engineering | chemical engineering | verfahrenstechnik | prozesstechnik | chemietechnik | génie des procédés | génie chimique | ingeniería química | ingeniería de procesos | inginerie chimică | inginerie de proces
Waste Management | recycling | waste disposal | abfallwirtschaft | entsorgung | gestion des déchets | recyclage | gestión de residuos | reciclaje | managementul deșeurilor | reciclare | gestionarea deșeurilor
Water Treatment | wastewater treatment | wasseraufbereitung | abwassertechnik | kläranlage | traitement de l'eau | traitement des eaux | tratamiento de aguas | depuración de aguas | tratarea apei | epurarea apei
Aircraft Maintenance | aviation maintenance | flugzeugwartung | luftfahrttechnik | flugzeugmechanik | maintenance aéronautique | aéronautique | mantenimiento aeronáutico | mentenanță aeronave | easa part 66 | part-66
Shipbuilding | schiffbau | construction navale | construcción naval | construcții navale
Railway Technology | bahntechnik | eisenbahntechnik | gleisbau | technique ferroviaire | ferroviaire | tecnología ferroviaria | tehnică feroviară
Manual Dexterity | manual skills | craftsmanship | handwerkliches geschick | handwerkliches können | handwerkliche fähigkeiten | fingerfertigkeit | dextérité manuelle | habileté manuelle | destreza manual | habilidad manual | îndemânare | dexteritate manuală | abilități manuale
Manual Handling | lifting heavy loads | heben und tragen | manutention manuelle | manipulación manual de cargas | manipulare manuală
Hand Tools | power tools | handwerkzeuge | elektrowerkzeuge | outillage à main | outils électroportatifs | herramientas manuales | herramientas eléctricas | scule electrice | scule de mână
`
