/** Nursing, care, medicine, pharmacy, laboratory, science, teaching, childcare and social work, in five languages. */
export const careSkills = `
Nursing | nursing care | krankenpflege | pflegetätigkeiten | pflegebereich | pflegeerfahrung | gesundheits- und krankenpflege | pflegerische versorgung | soins infirmiers | enfermería | cuidados de enfermería | îngrijiri medicale | nursing medical
Elderly Care | cuidado de personas dependientes | atención a personas dependientes | îngrijire persoane vârstnice | geriatric care | care of the elderly | aged care | senior care | altenpflege | seniorenbetreuung | seniorenpflege | betreuung älterer menschen | soins aux personnes âgées | aide aux personnes âgées | accompagnement des personnes âgées | gériatrie | cuidado de personas mayores | cuidado de ancianos | atención a personas mayores | geriatría | îngrijirea vârstnicilor | îngrijire vârstnici | îngrijirea persoanelor în vârstă | îngrijire bătrâni | geriatrie
Basic Care | help with personal care | personal hygiene care | grundpflege | körperpflege | toilette des patients | soins d'hygiène | aide à la toilette | higiene personal | aseo personal | aseo del paciente | igienă personală pacienți | igiena pacientului | toaleta pacientului > Nursing
Medical Treatment Care | behandlungspflege | technical nursing care | soins techniques infirmiers > Nursing
Wound Care | wound management | wound dressing | wundversorgung | wundmanagement | verbandswechsel | soins de plaies | pansements | cura de heridas | curas | îngrijirea plăgilor | pansamente > Nursing
Medication Administration | administering medication | administration of medication | medikamentengabe | medikamentenvergabe | medikamente verabreichen | administration de médicaments | distribution des médicaments | administración de medicamentos | administración de medicación | administrarea medicamentelor | administrare tratament > Nursing
Injections | injection technique | injektionen | infusionen | infusion therapy | iv therapy | perfusions | inyecciones | vías intravenosas | injecții | perfuzii > Nursing
Blood Sampling | taking blood | blood samples | taking blood samples | blood draws | phlebotomy | blood collection | venipuncture | blutentnahme | blutabnahme | prélèvements sanguins | prise de sang | prises de sang | extracción de sangre | extracciones de sangre | flebotomía | recoltare sânge | recoltarea sângelui > Nursing
Vital Signs Monitoring | vital signs | vitalzeichenkontrolle | vitalwerte | blutdruckmessung | signes vitaux | surveillance des constantes | constantes vitales | signos vitales | semne vitale | funcții vitale | măsurarea tensiunii > Nursing
Nursing Documentation | care documentation | care planning | pflegedokumentation | pflegeplanung | dossier de soins | transmissions ciblées | registros de enfermería | documentație medicală | plan de îngrijire > Nursing
Intensive Care | critical care | =ICU | intensivpflege | intensivmedizin | intensivstation | soins intensifs | réanimation | cuidados intensivos | =UCI | terapie intensivă | =ATI > Nursing
Emergency Medicine | emergency care | emergency department | notfallmedizin | notaufnahme | notfallversorgung | médecine d'urgence | urgencias | medicina de urgencias | medicină de urgență
Palliative Care | hospice care | palliativpflege | palliativmedizin | sterbebegleitung | soins palliatifs | cuidados paliativos | îngrijiri paliative > Nursing
Dementia Care | alzheimer care | demenzbetreuung | betreuung demenzkranker | demenz | prise en charge alzheimer | cuidado de personas con demencia | alzheimer | îngrijire demență > Elderly Care
Psychiatric Nursing | mental health care | mental health | psychiatrische pflege | psychiatrie | santé mentale | salud mental | psiquiatría | sănătate mintală | psihiatrie
Paediatrics | pediatrics | paediatric care | pediatric care | pädiatrie | kinderheilkunde | kinderkrankenpflege | pédiatrie | pediatría | pediatrie
Obstetrics | midwifery | geburtshilfe | hebammenkunde | obstétrique | maïeutique | obstetricia | matronería | obstetrică | obstetrică-ginecologie | gynaecology | gynecology | gynäkologie | gynécologie | ginecología | ginecologie
Surgery | surgical procedures | chirurgie | cirugía | intervenții chirurgicale
Operating Theatre Nursing | operating room | theatre nursing | op-pflege | operationstechnische assistenz | bloc opératoire | instrumentation chirurgicale | quirófano | instrumentación quirúrgica | bloc operator | sală de operații > Surgery
Anaesthesia | anesthesia | anaesthesiology | anästhesie | anästhesiologie | anesthésie | anestesia | anestesiología | anestezie
Internal Medicine | innere medizin | médecine interne | medicina interna | medicină internă > Medicine
General Medicine | family medicine | primary care | allgemeinmedizin | médecine générale | medicina general | medicina familiar | atención primaria | medicină generală | medicină de familie > Medicine
Medicine | medical knowledge | medizin | medizinische kenntnisse | médecine | medicina | medicină
Cardiology | kardiologie | cardiologie | cardiología > Medicine
Neurology | neurologie | neurología > Medicine
Oncology | onkologie | oncologie | oncología > Medicine
Orthopaedics | orthopedics | orthopädie | orthopédie | traumatología | ortopedia | ortopedie > Medicine
Dermatology | dermatologie | dermatología > Medicine
Radiology | medical imaging | x-ray | radiologie | röntgen | bildgebende verfahren | imagerie médicale | radiographie | radiología | diagnóstico por imagen | rayos x | imagistică medicală | imagistică
Ultrasound | sonography | ultraschall | sonographie | échographie | ecografía | ecografie > Radiology
Electrocardiography | =EKG | ecg | electrocardiogram | elektrokardiogramm | électrocardiogramme | electrocardiograma
Dialysis | haemodialysis | hemodialysis | dialyse | hémodialyse | diálisis | dializă
Infection Control | hospital hygiene | hygiene standards | hygienevorschriften | hygienemanagement | krankenhaushygiene | infection prevention | hygiène hospitalière | prévention des infections | control de infecciones | prevención de infecciones | prevenirea infecțiilor | sterilisation | sterilization | sterilisierung | stérilisation | esterilización | sterilizare
Rescue Service | ambulance service | rettungsdienst | krankentransport | secours à personne | transport sanitaire | transporte sanitario | emergencias sanitarias | serviciul de ambulanță
Patient Care | patient support | patientenversorgung | patientenbetreuung | prise en charge des patients | soins aux patients | atención al paciente | cuidado de pacientes | îngrijirea pacienților | îngrijire pacienți
Patient Transfer | patient mobilisation | patient mobilization | manual handling of patients | mobilisierung von patienten | lagerung von patienten | transferts de patients | movilización de pacientes | mobilizarea pacienților | hoist
Home Care | domiciliary care | home help | home health care | ambulante pflege | häusliche pflege | hauswirtschaftliche versorgung | aide à domicile | soins à domicile | maintien à domicile | ayuda a domicilio | atención domiciliaria | cuidado a domicilio | îngrijire la domiciliu | îngrijiri la domiciliu
Disability Support | disability care | support for people with disabilities | behindertenhilfe | betreuung von menschen mit behinderung | behindertenbetreuung | accompagnement du handicap | handicap | atención a la discapacidad | discapacidad | personas con discapacidad | persoane cu dizabilități | dizabilități | eingliederungshilfe
Physiotherapy | physical therapy | physiotherapie | krankengymnastik | manuelle therapie | kinésithérapie | rééducation | fisioterapia | rehabilitación | kinetoterapie | fizioterapie | recuperare medicală | rehabilitation
Massage | massage therapy | massagetherapie | massages | masaje | masajes | masaj | lymphdrainage | lymphatic drainage | manuelle lymphdrainage | drainage lymphatique | drenaje linfático
Occupational Therapy | ergotherapie | ergothérapie | terapia ocupacional | terapie ocupațională
Speech Therapy | speech and language therapy | logopädie | sprachtherapie | orthophonie | logopedia | logopedie
Psychotherapy | counselling psychology | psychotherapie | psychothérapie | psicoterapia | psihoterapie | cognitive behavioural therapy | verhaltenstherapie
Psychology | psychologie | psychologische beratung | psicología | psihologie
Nutrition | dietetics | nutritional advice | ernährungsberatung | ernährung | diätetik | diététique | nutrition et diététique | nutrición | dietética | nutriție | dietetică
Dental Assistance | dental assisting | chairside assistance | zahnmedizinische assistenz | stuhlassistenz | assistance dentaire | assistance au fauteuil | asistencia dental | asistență stomatologică
Dentistry | dental care | zahnmedizin | zahnheilkunde | dentisterie | soins dentaires | odontología | stomatologie | medicină dentară
Dental Technology | dental laboratory | zahntechnik | prothèse dentaire | prótesis dental | tehnică dentară
Pharmacy | pharmazie | pharmacie | farmacia | farmacie | pharmaceuticals | pharmaceutical industry | pharmaindustrie | industrie pharmaceutique | industria farmacéutica | industria farmaceutică
Pharmacology | drug knowledge | pharmakologie | arzneimittelkunde | pharmacologie | farmacología | farmacologie > Pharmacy
Medicine Dispensing | dispensing medicines | dispensing prescriptions | prescription dispensing | arzneimittelabgabe | rezeptbearbeitung | délivrance d'ordonnances | délivrance de médicaments | dispensación de medicamentos | dispensación | eliberare rețete | eliberarea medicamentelor > Pharmacy
Good Manufacturing Practice | =GMP | =GxP | gmp guidelines | gmp-richtlinien | bonnes pratiques de fabrication | =BPF | buenas prácticas de fabricación | normas de correcta fabricación
Good Laboratory Practice | =GLP | bonnes pratiques de laboratoire | buenas prácticas de laboratorio
Clinical Trials | clinical research | clinical studies | klinische studien | klinische forschung | essais cliniques | recherche clinique | ensayos clínicos | investigación clínica | studii clinice | good clinical practice
Regulatory Affairs | zulassung von arzneimitteln | affaires réglementaires | asuntos regulatorios | medical devices | medizinprodukte | dispositifs médicaux | productos sanitarios | dispozitive medicale | =MDR | iso 13485
Medical Coding | icd-10 | =DRG | medical billing | medizinische kodierung | codage médical | codificación médica | abrechnung medizinischer leistungen | praxisabrechnung | =GOÄ | =EBM
Medical Administration | medical secretary work | patient administration | patientenaufnahme | patientenverwaltung | praxisorganisation | secrétariat médical | admission des patients | admisión de pacientes | internare pacienți | gestión sanitaria | medical records
Laboratory Work | laboratory techniques | lab techniques | lab work | laboratory analysis | laborarbeit | labortätigkeiten | labortechnik | laboranalysen | techniques de laboratoire | analyses de laboratoire | travail en laboratoire | técnicas de laboratorio | análisis de laboratorio | trabajo de laboratorio | tehnici de laborator | analize de laborator
Chemistry | chemie | chimie | química | chimie organică | chemical analysis | analytische chemie | analytical chemistry | chimie analytique | química analítica | chimie analitică
Chromatography | chromatographie | cromatografía | cromatografie > Laboratory Work
Liquid Chromatography | hplc | uhplc | flüssigkeitschromatographie | chromatographie liquide | cromatografía líquida > Chromatography
Gas Chromatography | =GC-MS | =GC | gaschromatographie | gc/ms | chromatographie en phase gazeuse | cromatografía de gases | cromatografie de gaze > Chromatography
Mass Spectrometry | massenspektrometrie | spectrométrie de masse | espectrometría de masas | spectrometrie de masă > Laboratory Work
Microbiology | mikrobiologie | microbiologie | microbiología > Biology
Molecular Biology | pcr | qpcr | molekularbiologie | biologie moléculaire | biología molecular | biologie moleculară | genetics | genetik | génétique | genética | genetică > Biology
Cell Culture | cell cultures | zellkultur | culture cellulaire | cultivo celular | culturi celulare > Biology
Biology | biologie | biología
Biotechnology | biotechnologie | biotecnología | biotehnologie | bioprocess
Bioinformatics | bioinformatik | bioinformatique | bioinformática | bioinformatică
Haematology | hematology | hämatologie | hématologie | hematología | hematologie > Laboratory Work
Histology | pathology | histologie | pathologie | histología | patología | anatomie patologică > Laboratory Work
Physics | physik | physique | física | fizică
Mathematics | maths | mathematik | mathématiques | matemáticas | matematică
Geology | geologie | géologie | geología | geologie inginerească
Environmental Science | ecology | umweltwissenschaften | ökologie | sciences de l'environnement | écologie | ciencias ambientales | ecología | știința mediului | ecologie
Scientific Research | academic research | research methods | forschung | wissenschaftliches arbeiten | recherche scientifique | investigación científica | cercetare științifică
Research and Development | =R&D | research & development | forschung und entwicklung | =F&E | recherche et développement | investigación y desarrollo | =I+D | cercetare și dezvoltare | cercetare-dezvoltare
Scientific Writing | academic writing | scientific publications | wissenschaftliches schreiben | wissenschaftliche publikationen | rédaction scientifique | publications scientifiques | redacción científica | publicaciones científicas | publicații științifice
Veterinary Medicine | veterinary care | animal health | tiermedizin | veterinärmedizin | médecine vétérinaire | soins vétérinaires | medicina veterinaria | medicină veterinară
Optics | ophthalmic optics | eye testing | augenoptik | sehtests | optique lunetterie | optometry | optometrie | optometría
Hearing Aids | audiology | hörgeräteakustik | audioprothèse | audiologie | audiología | audífonos | aparate auditive
Teaching | teaching experience | unterrichten | unterricht | lehrtätigkeit | unterrichtserfahrung | enseignement | enseigner | enseñanza | docencia | experiencia docente | predare | activitate didactică
Lesson Planning | lesson plans | unterrichtsvorbereitung | unterrichtsplanung | préparation de cours | planification des cours | planificación de clases | programación didáctica | planificarea lecțiilor | proiectare didactică > Teaching
Classroom Management | klassenführung | klassenleitung | gestion de classe | gestión del aula | managementul clasei > Teaching
Curriculum Development | curriculum design | lehrplanentwicklung | ingénierie pédagogique | conception pédagogique | diseño curricular | desarrollo curricular | dezvoltare curriculară | instructional design
Pedagogy | didactics | pädagogik | didaktik | pädagogische kenntnisse | pédagogie | didactique | pedagogía | didáctica | pedagogie | didactică
Language Teaching | teaching english | english as a second language | =ESL | =TEFL | =CELTA | =DaF | deutsch als fremdsprache | =FLE | français langue étrangère | enseñanza de idiomas | enseignement des langues | sprachunterricht | predarea limbilor străine > Teaching
Adult Education | adult training | vocational training | erwachsenenbildung | berufliche bildung | formation pour adultes | formation professionnelle | formación profesional | educación de adultos | formación de adultos | formarea adulților | formare profesională | curs formator
Training Delivery | conducting training | training courses | workshop facilitation | schulungen durchführen | durchführung von schulungen | animation de formations | impartición de formación | impartición de cursos | susținere traininguri | livrare traininguri
Trainer Aptitude | ausbildereignung | ausbildereignungsprüfung | ausbilderschein | =AEVO | ada-schein
Special Education | special needs education | special educational needs | =SEN | inclusive education | sonderpädagogik | inklusion | inklusionspädagogik | éducation spécialisée | enseignement spécialisé | educación especial | necesidades educativas especiales | educație specială | nevoi speciale | psihopedagogie specială
Qualified Teacher Status | =QTS
Advanced Life Support | =ALS | advanced cardiac life support | =ACLS
Early Childhood Education | early years | early years education | preschool education | =EYFS | frühkindliche bildung | frühpädagogik | elementarpädagogik | petite enfance | éducation de la petite enfance | educación infantil | educación preescolar | educație timpurie | educație preșcolară | montessori
Childcare | child care | child minding | babysitting | looking after children | kinderbetreuung | kinderpflege | kinderaufsicht | betreuung von kindern | garde d'enfants | accueil du jeune enfant | puériculture | cuidado de niños | cuidado infantil | atención infantil | îngrijirea copiilor | îngrijire copii | supravegherea copiilor | supraveghere copii
Youth Work | youth welfare | jugendarbeit | jugendhilfe | kinder- und jugendhilfe | animation jeunesse | protection de l'enfance | trabajo con jóvenes | animación juvenil | protecția copilului | lucru cu tinerii
School Social Work | schulsozialarbeit | hausaufgabenbetreuung | ganztagsbetreuung | aide aux devoirs | périscolaire | apoyo escolar | refuerzo escolar | after-school | ajutor la teme
Tutoring | remedial teaching | förderunterricht | private lessons | private tuition | nachhilfe | nachhilfeunterricht | soutien scolaire | cours particuliers | clases particulares | meditații
E-Learning | elearning | online learning | online teaching | distance learning | online-unterricht | enseignement à distance | formation en ligne | enseñanza online | formación online | învățare online
Social Work | social care | sozialarbeit | soziale arbeit | sozialpädagogik | travail social | action sociale | trabajo social | intervención social | servicios sociales | asistență socială | asistența socială | servicii sociale
Case Management | fallmanagement | casemanagement | gestion de cas | gestión de casos | management de caz > Social Work
Counselling | social support | counseling | psychosoziale beratung | beratungsgespräche | consejería | consiliere | accompagnement social | écoute active
Addiction Support | addiction counselling | substance abuse | suchtberatung | suchthilfe | addictologie | adicciones | consiliere adicții
Integration Support | refugee work | migration counselling | flüchtlingshilfe | integrationsarbeit | accompagnement des réfugiés | atención a refugiados | integración social | integrare socială | insertion professionnelle | inserción laboral
Crisis Intervention | de-escalation | krisenintervention | deeskalation | deeskalationstraining | gestion de crise | intervención en crisis | intervenție în criză
Coaching | life coaching | business coaching | mentoring | accompagnement individuel | mentoría | mentorat
Career Counselling | career guidance | berufsberatung | orientation professionnelle | orientación laboral | orientación profesional | consiliere vocațională | orientare profesională
Volunteer Coordination | volunteer management | ehrenamtskoordination | gestion des bénévoles | gestión de voluntarios | coordonare voluntari
Sign Language | gebärdensprache | langue des signes | lengua de signos | limbajul semnelor
Sports Coaching | sports instruction | fitness training | personal training | sportunterricht | trainingslehre | coaching sportif | encadrement sportif | entrenamiento deportivo | entrenamiento personal | monitor deportivo | antrenament sportiv
Lifeguarding | lifeguard certificate | rettungsschwimmer | rettungsschwimmen | surveillance de baignade | bnssa | socorrismo | salvamento acuático
`
