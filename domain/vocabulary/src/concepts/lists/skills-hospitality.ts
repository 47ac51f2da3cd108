/** Hotels, kitchens, service, cleaning, security and beauty, in five languages. */
export const hospitalitySkills = `
Hospitality | hospitality industry | hotel industry | hotellerie | gastgewerbe | hotel- und gaststättengewerbe | hôtellerie | hôtellerie-restauration | hostelería | hotelería | industria hotelieră | ospitalitate | =HoReCa
Gastronomy | restaurant industry | catering industry | gastronomie | restauration | restauración | sector de la restauración | alimentație publică | food and beverage | food & beverage | =F&B
Cooking | food preparation | kochen | kochkenntnisse | speisenzubereitung | zubereitung von speisen | cuisine | préparation culinaire | préparation des repas | préparation des plats | cocina | preparación de alimentos | elaboración de platos | gătit | pregătirea mâncării | prepararea mâncării | pregătirea alimentelor | meal preparation | küchenarbeit
Grill and Frying | grilling | grill station | frying | grillen | friteuse | cuisson grillades | parrilla | plancha | grătar
Cold Kitchen | garde manger | kalte küche | cuisine froide | cocina fría | preparare reci | bucătărie rece > Cooking
Pastry Making | pastry | confectionery | patisserie | cake decorating | konditorei | backwaren | feinbäckerei | pâtisserie | chocolaterie | pastelería | repostería | confitería | cofetărie | patiserie
Baking | bread making | backen | brotherstellung | boulangerie | panification | panadería | elaboración de pan | panificație | brutărie
Pizza Making | pizza baking | pizza backen | fabrication de pizzas | elaboración de pizzas | preparare pizza
Menu Planning | menu development | menu design | menüplanung | speiseplangestaltung | speisekartengestaltung | élaboration des menus | conception de menus | planificación de menús | elaboración de menús | planificare meniuri
Kitchen Management | küchenleitung | küchenorganisation | gestion de cuisine | gestión de cocina | managementul bucătăriei
Dishwashing | washing dishes | kitchen porter duties | geschirrspülen | spülen | spülküche | plonge | vaisselle | lavado de vajilla | lavaplatos | spălat vase | spălarea vaselor
Food Hygiene | food safety | haccp | haccp guidelines | food hygiene certificate | lebensmittelhygiene | hygienevorschriften haccp | infektionsschutzbelehrung | gesundheitszeugnis | hygiène alimentaire | sécurité alimentaire | normes haccp | seguridad alimentaria | higiene alimentaria | manipulador de alimentos | carné de manipulador de alimentos | manipulación de alimentos | siguranța alimentelor | siguranță alimentară | igienă alimentară
Table Service | waiting tables | waiting on tables | serving food | serving guests | food service | servieren | gästebetreuung | gästeservice | bedienung von gästen | servicebereich | service en salle | service à table | service à l'assiette | servicio de mesas | servicio en sala | servicio de sala | atención en mesa | servirea clienților la masă | servirea mesei | servire
Barkeeping | bartending | bar service | bar work | mixology | cocktails | barbetrieb | getränkezubereitung | cocktails mixen | service au bar | préparation de cocktails | coctelería | servicio de barra | preparación de cócteles | preparare cocktailuri | servire bar
Barista Skills | coffee making | espresso machine | latte art | kaffeezubereitung | preparación de café | préparation de café | preparare cafea
Wine Knowledge | wine service | sommellerie | weinkenntnisse | weinkunde | œnologie | oenologie | connaissance des vins | conocimiento de vinos | cunoștințe despre vinuri
Banquets | banqueting | bankett | bankettservice | =Catering | catering services | traiteur | banquetes | banchet | event catering
Housekeeping | room cleaning | room service cleaning | zimmerreinigung | hotelreinigung | etagenservice | entretien des chambres | nettoyage des chambres | service d'étage | limpieza de habitaciones | gobernanta | pisos y habitaciones | curățenie camere | curățenia camerelor
Hotel Reception | hotel front desk | check-in and check-out | check-in/check-out | check-in | gästeempfang | hotelempfang | réception hôtelière | réception d'hôtel | recepción de hotel | recepție hotel | cazare clienți
Reservations Management | booking management | reservations | bookings | reservierungen | reservierungsannahme | buchungen | gestion des réservations | prise de réservations | gestión de reservas | reservas | gestionarea rezervărilor | rezervări
Revenue Management | yield management | gestion des revenus
Guest Relations | guest service | guest care | gästekontakt | relation clientèle hôtelière | atención al huésped | relații cu oaspeții
Concierge Services | concierge | conciergerie | conserjería
Cleaning | cleaning work | cleaning services | office cleaning | domestic cleaning | reinigung | reinigungsarbeiten | gebäudereinigung | unterhaltsreinigung | büroreinigung | putzen | reinigungstätigkeiten | nettoyage | entretien des locaux | ménage | entretien ménager | limpieza | limpieza de oficinas | servicio de limpieza | limpiezas | curățenie | curățenie birouri | servicii de curățenie | activități de curățenie
Window Cleaning | glasreinigung | fensterreinigung | nettoyage de vitres | lavage de vitres | limpieza de cristales | spălat geamuri > Cleaning
Industrial Cleaning | industriereinigung | maschinenreinigung | nettoyage industriel | limpieza industrial | curățenie industrială > Cleaning
Cleaning Agents | cleaning products | cleaning chemicals | reinigungsmittel | produits d'entretien | produits de nettoyage | productos de limpieza | substanțe de curățenie | produse de curățenie
Disinfection | desinfektion | désinfection | desinfección | dezinfecție
Household Management | domestic work | housework | hauswirtschaft | haushaltsführung | économie domestique | tareas domésticas | tareas del hogar | trabajo doméstico | activități casnice | administrarea gospodăriei
Caretaking | janitorial work | building maintenance | hausmeistertätigkeiten | haustechnik | gebäudetechnik | gardiennage d'immeuble | maintenance des bâtiments | conserjería y mantenimiento | mantenimiento de edificios | întreținere clădiri
Security Guarding | guarding | security services | site security | manned guarding | objektschutz | werkschutz | bewachung | sicherheitsdienst | wachdienst | gardiennage | surveillance de sites | sécurité privée | vigilancia | seguridad privada | vigilancia de instalaciones | pază | servicii de pază | pază și protecție
Access Control | entrance control | zugangskontrolle | einlasskontrolle | pförtnerdienst | contrôle d'accès | control de accesos | control acces | controlul accesului > Security Guarding
CCTV Monitoring | cctv | video surveillance | videoüberwachung | vidéosurveillance | vidéoprotection | videovigilancia | supraveghere video > Security Guarding
Patrols | patrolling | revierdienst | kontrollgänge | streifendienst | rondes de surveillance | rondes | rondas | rondas de vigilancia | patrulare > Security Guarding
Security Licence | sia licence | sia badge | door supervisor licence | sachkundeprüfung 34a | sachkunde nach § 34a gewo | 34a | § 34a | §34a gewo | unterrichtung 34a | carte professionnelle de sécurité | cqp aps | tip vigilante | tarjeta de vigilante | atestat agent de pază | atestat agent pază
Door Supervision | crowd control | türsteher | ordnungsdienst | veranstaltungsschutz | contrôle des foules | control de aforo | personenschutz | close protection | protection rapprochée
Loss Prevention | shoplifting prevention | warensicherung | ladendetektiv | prévention des vols | démarque inconnue | prevención de pérdidas | prevenirea pierderilor
Hairdressing | haircutting | hair cutting | hair styling | hairstyling | haarschnitt | haare schneiden | friseurhandwerk | coiffure | coupe de cheveux | peluquería | corte de pelo | coafură | frizerie | tuns | coafor și frizerie
Hair Colouring | hair coloring | hair dyeing | balayage | haarfärbung | colorationen | coloration capillaire | mèches | coloración capilar | tinte de pelo | vopsit păr > Hairdressing
Barbering | beard trimming | bartpflege | barbería | taille de barbe | arreglo de barba > Hairdressing
Cosmetics | beauty treatments | beauty therapy | skin care | kosmetik | hautpflege | gesichtsbehandlung | kosmetische behandlungen | esthétique | soins esthétiques | soins du visage | estética | tratamientos faciales | cosmética | cosmetică | tratamente faciale | tratamente cosmetice
Manicure | nail care | nail design | nageldesign | maniküre | nails | manucure | onglerie | uñas | manicura | manichiură | manichiură și pedichiură > Cosmetics
Pedicure | foot care | fußpflege | pediküre | pédicure | soins des pieds | pedicura | pedichiură | podology | podologie | podología > Cosmetics
Make-up | makeup | make-up artistry | schminken | visagistik | maquillage | maquillaje | machiaj > Cosmetics
Hair Removal | waxing | sugaring | haarentfernung | épilation | depilación | epilare > Cosmetics
Wellness | spa treatments | spa | wellnessbereich | soins spa | tratamientos spa | tratamente spa
Floristry | flower arranging | floristik | blumenbinden | art floral | floristería | arreglos florales | aranjamente florale
Pet Grooming | dog grooming | hundesalon | toilettage canin | peluquería canina | tuns câini
Funeral Services | bestattungswesen | pompes funèbres | servicios funerarios | servicii funerare
Shoe Repair | schuhreparatur | cordonnerie | zapatería | reparación de calzado | cizmărie
Goldsmithing | jewellery making | jewelry making | goldschmiedekunst | schmuckherstellung | bijouterie | joaillerie | joyería | giuvaergerie | bijuterii
Watchmaking | watch repair | uhrmacherei | horlogerie | relojería | ceasornicărie
Flight Attendance | cabin crew | cabin service | kabinenservice | service à bord | tripulación de cabina
Airport Ground Handling | ground handling | passenger check-in | bodenabfertigung | passagierabfertigung | assistance en escale | asistencia en tierra | handling aeroportuario | handling aeroportuar | ramp handling
Postal Services | mail sorting | letter sorting | briefsortierung | postsortierung | briefzustellung | tri du courrier | distribution du courrier | clasificación de correo | reparto de correo | sortare corespondență
Entertainment | guest entertainment | gästeanimation | animation touristique | animation socioculturelle | animación turística | animație hotelieră | animación sociocultural
`
