/** Office, finance, human resources, law, administration, insurance and real estate, in five languages. */
export const businessSkills = `
Office Administration | administrative work | =Administration | administrative tasks | administrative support | clerical work | clerical duties | general office duties | office management | büroorganisation | büroarbeit | bürotätigkeiten | verwaltungstätigkeiten | verwaltungsaufgaben | sachbearbeitung | büromanagement | travaux administratifs | tâches administratives | gestion administrative | secrétariat | travail administratif | tareas administrativas | trabajo administrativo | gestión administrativa | secretariat | activități administrative | lucrări de secretariat | munca de birou | back office | backoffice
Data Entry | data input | dateneingabe | datenerfassung | saisie de données | saisie informatique | introducción de datos | entrada de datos | grabación de datos | introducere date | introducerea datelor | operare date
Correspondence | business correspondence | korrespondenz | schriftverkehr | geschäftskorrespondenz | correspondance | correspondance commerciale | gestion du courrier | correspondencia | corespondență
Appointment Scheduling | diary management | calendar management | scheduling appointments | terminkoordination | terminplanung | terminvereinbarung | terminmanagement | gestion d'agenda | prise de rendez-vous | gestión de agenda | gestión de citas | programări | gestionarea agendei
Travel Management | travel arrangements | travel booking | reiseplanung | reisekostenabrechnung | reisemanagement | travel planning | organisation de voyages | organisation des déplacements | gestión de viajes | organizarea deplasărilor
Minute Taking | taking minutes | protokollführung | prise de notes | rédaction de comptes rendus | redacción de actas
Filing | records management | document management | archiving | ablage | aktenführung | aktenverwaltung | dokumentenmanagement | archivierung | classement | archivage | gestion documentaire | archivo | gestión documental | archivado | arhivare | îndosariere | gestionarea documentelor
Reception | reception duties | front desk | front office | empfang | empfangstätigkeiten | accueil | accueil physique | accueil téléphonique | recepción | recepție
Telephone Skills | telephone answering | telephone calls | telephone manner | phone etiquette | telephony | telefonieren | telefonannahme | telefonzentrale | standard téléphonique | atención telefónica | centralita | centrală telefonică | call handling | answering phones
Event Management | event planning | event organisation | eventmanagement | veranstaltungsmanagement | veranstaltungsorganisation | veranstaltungsplanung | événementiel | organisation d'événements | organización de eventos | gestión de eventos | organizare evenimente | organizarea de evenimente
Project Management | projektmanagement | projektleitung | projektsteuerung | gestion de projet | gestion de projets | conduite de projet | pilotage de projets | gestión de proyectos | dirección de proyectos | management de proiect | managementul proiectelor | managing projects | project planning | projektplanung | project coordination | projektkoordination
PRINCE2 | prince 2 > Project Management
PMP Certification | =PMP | project management professional | =PMI > Project Management
Product Management | produktmanagement | gestion de produit | gestión de producto | management de produs | product ownership
Stakeholder Management | stakeholdermanagement | stakeholder engagement | gestion des parties prenantes | gestión de stakeholders
Change Management | veränderungsmanagement | conduite du changement | gestion du changement | gestión del cambio | managementul schimbării
Risk Management | risikomanagement | gestion des risques | gestión de riesgos | managementul riscului | managementul riscurilor | risk assessment | risk analysis | risikoanalyse | risikobewertung | analyse des risques | análisis de riesgos | evaluarea riscurilor
Strategic Planning | strategy development | business strategy | strategische planung | strategieentwicklung | unternehmensstrategie | planification stratégique | stratégie d'entreprise | planificación estratégica | planificare strategică
Business Development | geschäftsentwicklung | geschäftsfeldentwicklung | développement commercial | développement des affaires | desarrollo de negocio | dezvoltarea afacerii | dezvoltare de afaceri
Business Administration | betriebswirtschaft | betriebswirtschaftslehre | =BWL | gestion d'entreprise | administración de empresas | administrarea afacerilor
Management Consulting | business consulting | unternehmensberatung | conseil en management | consultoría | consultoría de negocio | consultanță în afaceri
Accounting | accountancy | rechnungswesen | buchführung | comptabilité | contabilidad | contabilitate | accounting principles | comptabilité générale | contabilidad general
Bookkeeping | evidență primară | vorbereitende buchhaltung | înregistrări contabile | book-keeping | book keeping | finanzbuchhaltung | buchhaltung | fibu | tenue de la comptabilité | tenue de comptes | teneduría de libros | evidență contabilă | contabilitate primară | kontierung > Accounting
Accounts Payable | kreditorenbuchhaltung | comptabilité fournisseurs | cuentas por pagar | cuentas a pagar | proveedores y acreedores | contabilitate furnizori | eingangsrechnungen | rechnungsprüfung | purchase ledger | supplier invoices | factures fournisseurs | facturas de proveedores | facturi furnizori > Bookkeeping
Accounts Receivable | debitorenbuchhaltung | comptabilité clients | cuentas por cobrar | cuentas a cobrar | contabilitate clienți | sales ledger | forderungsmanagement > Bookkeeping
General Ledger | hauptbuch | hauptbuchhaltung | grand livre | libro mayor | cartea mare > Bookkeeping
Invoicing | întocmire facturi | emiterea facturilor | billing | fakturierung | rechnungsstellung | rechnungserstellung | facturation | facturación | facturare | invoice processing | emitere facturi > Bookkeeping
Debt Collection | relances clients | relance clients | credit control | mahnwesen | inkasso | dunning | recouvrement | recouvrement de créances | cobranza | recobro | gestión de cobros | recuperare creanțe | colectare creanțe
Account Reconciliation | bank reconciliation | reconciliations | kontenabstimmung | kontenklärung | rapprochement bancaire | lettrage | conciliación bancaria | conciliaciones bancarias | reconciliere bancară | reconcilieri bancare > Accounting
Fixed Asset Accounting | anlagenbuchhaltung | comptabilité des immobilisations | contabilidad de activos fijos | contabilitatea mijloacelor fixe > Accounting
Cost Accounting | kostenrechnung | kosten- und leistungsrechnung | management accounting | comptabilité analytique | contabilidad analítica | contabilidad de costes | contabilitate de gestiune | calculația costurilor > Accounting
Month-End Closing | month end close | month-end close | monatsabschluss | monatsabschlüsse | clôture mensuelle | clôtures mensuelles | cierre mensual | cierres mensuales | închidere de lună | închidere lunară > Accounting
Financial Statements | Monats- und Jahresabschlüsse | annual accounts | annual financial statements | year-end closing | year-end accounts | jahresabschluss | jahresabschlüsse | bilanzierung | bilanzerstellung | bilan comptable | liasse fiscale | clôture annuelle | cuentas anuales | estados financieros | cierre anual | situații financiare | bilanț contabil | bilanț > Accounting
Financial Reporting | finanzberichterstattung | finanzberichte | reporting financier | informes financieros | raportare financiară | berichtswesen
IFRS | international financial reporting standards | =IAS > Accounting
US GAAP | =GAAP > Accounting
German GAAP | =HGB > Accounting
Consolidation | group accounting | konzernrechnungslegung | konsolidierung | consolidation comptable | consolidación contable | consolidare financiară > Accounting
Financial Controlling | controlling-kenntnisse | =Controlling | contrôle de gestion | control de gestión | control financiero | finanzcontrolling
Budgeting | budget management | budget planning | budgetplanung | budgetierung | budgetverantwortung | budget control | élaboration du budget | gestion budgétaire | suivi budgétaire | elaboración de presupuestos | gestión presupuestaria | presupuestos | bugetare | elaborarea bugetului | planificare bugetară
Financial Planning | financial forecasting | forecasting | finanzplanung | planification financière | prévisions financières | planificación financiera | planificare financiară
Financial Analysis | finanzanalyse | analyse financière | análisis financiero | analiză financiară | financial modelling | financial modeling | modélisation financière | modelización financiera
Auditing | audit | internal audit | financial audit | wirtschaftsprüfung | interne revision | abschlussprüfung | audit interne | audit financier | commissariat aux comptes | auditoría | auditoría interna | audit intern | audit financiar
Taxation | tax advice | tax consulting | tax advisory | steuerberatung | conseil fiscal | asesoramiento fiscal | asesoría fiscal | planificación fiscal | =Tax | tax law | =Steuern | steuerrecht | steuerwesen | fiscalité | droit fiscal | fiscalidad | impuestos | derecho tributario | derecho fiscal | fiscalitate | legislație fiscală
Tax Returns | tax declarations | tax preparation | tax compliance | steuererklärungen | steuererklärung | déclarations fiscales | déclaration fiscale | déclarations de tva | declaraciones de impuestos | declaraciones fiscales | declarații fiscale > Taxation
Value Added Tax | USt-Voranmeldungen | USt-Voranmeldung | =VAT | vat returns | umsatzsteuer | umsatzsteuervoranmeldung | umsatzsteuervoranmeldungen | mehrwertsteuer | =TVA | =IVA | taxe sur la valeur ajoutée > Taxation
Treasury | cash management | liquidity planning | liquiditätsplanung | cash flow management | zahlungsverkehr | trésorerie | gestion de trésorerie | tesorería | trezorerie | payment processing
Investment Management | asset management | portfolio management | vermögensverwaltung | portfoliomanagement | gestion de patrimoine | gestion d'actifs | gestión de activos | gestión de carteras | administrarea investițiilor | wealth management
Corporate Finance | mergers and acquisitions | =M&A | due diligence | unternehmensbewertung | fusions et acquisitions | fusions-acquisitions | fusiones y adquisiciones | fuziuni și achiziții | valuation
Banking | bankwesen | bankgeschäft | retail banking | services bancaires | servicios bancarios | servicii bancare
Lending | mortgages | mortgage | hypotheken | loans | credit analysis | kreditgeschäft | kreditprüfung | kreditberatung | baufinanzierung | mortgage lending | crédit immobilier | octroi de crédits | análisis de crédito | préstamos | hipotecas | creditare | analiză de credit > Banking
Anti-Money Laundering | anti money laundering | =AML | =KYC | know your customer | geldwäscheprävention | lutte contre le blanchiment | prevención de blanqueo de capitales | prevenirea spălării banilor > Compliance
Compliance | regulatory compliance | cumplimiento normativo | conformité réglementaire | mise en conformité | conformitate legală | conformitatea cu reglementările
Securities Trading | trading | wertpapierhandel | wertpapiere | securities | marchés financiers | mercados financieros | capital markets | piețe de capital
Insurance | versicherung | versicherungswesen | versicherungen | =Assurance | =Assurances | seguros | asigurări
Claims Handling | claims management | claims processing | schadenbearbeitung | schadenregulierung | schadensregulierung | gestion de sinistres | gestion des sinistres | gestión de siniestros | tramitación de siniestros | soluționare daune | instrumentare daune > Insurance
Underwriting | risikoprüfung | souscription | suscripción de riesgos | subscriere > Insurance
Actuarial Science | aktuariat | versicherungsmathematik | actuariat | ciencias actuariales | actuariat asigurări > Insurance
Real Estate | immobilien | immobilienwirtschaft | immobilier | bienes raíces | inmobiliaria | sector inmobiliario | imobiliare
Property Management | immobilienverwaltung | hausverwaltung | mietverwaltung | liegenschaftsverwaltung | gestion immobilière | gestion locative | syndic | administración de fincas | gestión de inmuebles | administrare imobile | administrare imobiliară > Real Estate
Property Sales | immobilienvermittlung | immobilienvertrieb | real estate sales | transaction immobilière | venta de inmuebles | vânzări imobiliare > Real Estate
Property Valuation | real estate appraisal | immobilienbewertung | évaluation immobilière | expertise immobilière | valoración inmobiliaria | tasación | evaluare imobiliară > Real Estate
Facility Management | facilities management | facility-management | gebäudemanagement | objektbetreuung | gestion des installations | services généraux | gestión de instalaciones | mantenimiento de instalaciones | administrarea clădirilor
Human Resources | =HR | hr management | human resource management | human resources management | personalwesen | personalmanagement | personalarbeit | ressources humaines | gestion des ressources humaines | =RH | recursos humanos | =RRHH | resurse umane | managementul resurselor umane
Recruiting | recruitment | talent acquisition | staff recruitment | personalbeschaffung | personalgewinnung | personalrekrutierung | personalauswahl | bewerbermanagement | recrutement | sélection du personnel | reclutamiento | selección de personal | contratación de personal | recrutare | recrutare și selecție | selecție de personal | headhunting | active sourcing | sourcing of candidates > Human Resources
Payroll | calcul salarii | calculul salariilor | seguros sociales | payroll accounting | payroll processing | lohn- und gehaltsabrechnung | lohnbuchhaltung | lohnabrechnung | gehaltsabrechnung | entgeltabrechnung | gestion de la paie | paie | bulletins de paie | nóminas | gestión de nóminas | elaboración de nóminas | salarizare | calcul salarial | state de plată | stat de plată > Human Resources
Personnel Administration | hr administration | personaladministration | personalverwaltung | personalsachbearbeitung | administration du personnel | gestion du personnel | administración de personal | administrare de personal | administrarea personalului > Human Resources
Personnel Development | talent management | talent development | learning and development | personalentwicklung | développement des compétences | développement rh | gestión del talento | desarrollo de personal | dezvoltarea personalului > Human Resources
Employee Training | staff training | training of staff | mitarbeiterschulung | mitarbeiterschulungen | personalschulung | einarbeitung neuer mitarbeiter | formation du personnel | formation des collaborateurs | formación de personal | formación del personal | instruirea personalului | instruire personal
Labour Law | labor law | employment law | arbeitsrecht | droit du travail | derecho laboral | legislación laboral | dreptul muncii | legislația muncii > Law
Compensation and Benefits | comp & ben | vergütungsmanagement | rémunération et avantages sociaux | compensación y beneficios | compensații și beneficii > Human Resources
Employee Relations | labour relations | labor relations | relations sociales | relaciones laborales | relații de muncă | relații cu angajații > Human Resources
Social Security Law | sozialversicherungsrecht | sozialversicherung | sécurité sociale | seguridad social | asigurări sociale | social insurance
Staff Scheduling | shift planning | workforce planning | rostering | dienstplanung | dienstplangestaltung | personaleinsatzplanung | schichtplanung | einsatzplanung | gestion des plannings | planification des équipes | planificación de turnos | cuadrantes | planificare ture | planificarea personalului
Law | legal advice | legal counsel services | rechtswissenschaften | rechtsberatung | jura | =Droit | conseil juridique | =Derecho | asesoramiento jurídico | asesoría jurídica | =Drept | consultanță juridică | legal research
Contract Law | vertragsrecht | droit des contrats | derecho contractual | dreptul contractelor > Law
Contract Management | contract drafting | vertragsmanagement | vertragsgestaltung | vertragsverhandlungen | contract negotiation | gestion des contrats | rédaction de contrats | gestión de contratos | redacción de contratos | managementul contractelor | redactare contracte
Corporate Law | commercial law | company law | gesellschaftsrecht | handelsrecht | wirtschaftsrecht | droit des sociétés | droit des affaires | droit commercial | derecho mercantil | derecho societario | drept comercial > Law
Civil Law | zivilrecht | droit civil | derecho civil | drept civil > Law
European Law | eu law | europarecht | droit européen | derecho europeo | drept european | international law | völkerrecht | droit international | derecho internacional | drept internațional > Law
Environmental Law | umweltrecht | droit de l'environnement | derecho ambiental | dreptul mediului > Law
Tenancy Law | landlord and tenant law | mietrecht | droit immobilier | droit des baux | derecho de arrendamientos | dreptul locațiunii > Law
Criminal Law | strafrecht | droit pénal | derecho penal | drept penal > Law
Family Law | familienrecht | droit de la famille | derecho de familia | dreptul familiei > Law
Administrative Law | public law | verwaltungsrecht | öffentliches recht | droit administratif | droit public | derecho administrativo | drept administrativ > Law
Intellectual Property | patent law | trademark law | patentrecht | markenrecht | gewerblicher rechtsschutz | propriété intellectuelle | propiedad intelectual | proprietate intelectuală > Law
Litigation | court proceedings | prozessführung | contentieux | litigios | litigii > Law
Notary Services | notariat | notarial deeds | notariado | acte notariale > Law
Public Administration | öffentliche verwaltung | administration publique | fonction publique | administración pública | administrație publică
Public Procurement | public tenders | vergaberecht | öffentliche ausschreibungen | vergabe | marchés publics | appels d'offres publics | contratación pública | licitaciones públicas | achiziții publice | licitații publice | =SEAP
Tendering | tender management | preparing tenders | bid management | bid writing | ausschreibungen | angebotsmanagement | appels d'offres | réponse aux appels d'offres | licitaciones | gestión de licitaciones | licitații | participare la licitații
Grant Management | fördermittel | fördermittelmanagement | eu funding | gestion de subventions | subventions européennes | subvenciones | gestión de subvenciones | fonduri europene | fonduri nerambursabile
Citizen Services | bürgerservice | bürgeramt | service aux citoyens | atención al ciudadano | relații cu publicul
Policy Development | policy analysis | politikberatung | politiques publiques | políticas públicas | politici publice
Urban Planning | town planning | stadtplanung | raumplanung | urbanisme | aménagement du territoire | urbanismo | planificación urbana | urbanism
Customs Clearance | zollabwicklung | zollwesen | dédouanement | douane | aduanas | despacho aduanero | trámites aduaneros | vamă | vămuire | formalități vamale
Translation | translating | übersetzung | übersetzen | übersetzungen | traduction | traducción | traducere | traduceri
Interpreting | interpretation services | dolmetschen | interprétariat | interprétation de conférence | interpretación simultánea | interpretación consecutiva | interpretariat
Proofreading | copy editing | copyediting | korrekturlesen | lektorat | lektorieren | relecture | correction de textes | corrección de textos | corectură
Transcription | transkription | transcripción | transcriere | phonotypie
Market Research | marktforschung | marktanalyse | market analysis | étude de marché | études de marché | analyse de marché | investigación de mercados | investigación de mercado | análisis de mercado | cercetare de piață | studii de piață
`
