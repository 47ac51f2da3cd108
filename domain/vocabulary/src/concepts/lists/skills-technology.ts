/** Fields and methods of software, data and information technology, in five languages. */
export const technologySkills = `
Programming | coding | computer programming | programmierung | programmieren | programmierkenntnisse | programmation | programación | programación informática | programare | programare calculatoare
Scripting | scripting languages | scripting language | skriptsprachen | skripting | langages de script | lenguajes de scripting | limbaje de scripting > Programming
Software Development | software engineering | softwareentwicklung | software-entwicklung | anwendungsentwicklung | application development | développement logiciel | développement de logiciels | développement informatique | génie logiciel | desarrollo de software | ingeniería de software | desarrollo de aplicaciones | dezvoltare software | dezvoltarea de software | dezvoltare de software | dezvoltare de aplicații
Web Development | dezvoltare aplicații web | web applications | webanwendungen | applications web | aplicaciones web | webentwicklung | web-entwicklung | développement web | desarrollo web | dezvoltare web | web programming > Software Development
Frontend Development | front-end development | frontend-entwicklung | front end development | développement front-end | desarrollo front-end | desarrollo frontend | dezvoltare frontend > Web Development
Backend Development | back-end development | back end development | backend-entwicklung | développement back-end | desarrollo back-end | desarrollo backend | dezvoltare backend > Software Development
Full-Stack Development | full stack development | fullstack | full-stack | fullstack-entwicklung | développement full stack | desarrollo full stack > Web Development
Mobile Development | mobile app development | app development | app-entwicklung | mobile apps | développement mobile | applications mobiles | desarrollo móvil | desarrollo de aplicaciones móviles | aplicaciones móviles | dezvoltare mobile | aplicații mobile > Software Development
Game Development | game design | spieleentwicklung | développement de jeux vidéo | desarrollo de videojuegos | dezvoltare de jocuri > Software Development
Embedded Systems | embedded software | embedded development | eingebettete systeme | embedded-software | firmware | firmware development | systèmes embarqués | logiciel embarqué | sistemas embebidos | sisteme embedded | sisteme încorporate
Software Architecture | software design | softwarearchitektur | software-architektur | system architecture | systemarchitektur | architecture logicielle | arquitectura de software | arhitectură software | design patterns | domain-driven design | entwurfsmuster
Object-Oriented Programming | =OOP | object oriented programming | object-oriented design | objektorientierte programmierung | programmation orientée objet | programación orientada a objetos | programare orientată pe obiecte > Programming
Databases | database | datenbank | datenbanken | database design | datenbankentwicklung | database management | bases de données | base de données | bases de datos | base de datos | baze de date
Database Administration | datenbankadministration | administration de bases de données | administración de bases de datos | administrare baze de date | administrarea bazelor de date > Databases
Data Modelling | data modeling | datenmodellierung | modélisation de données | modelado de datos | modelarea datelor
Data Analysis | data analytics | datenanalyse | datenauswertung | analysing data | analyzing data | analyse de données | analyse des données | análisis de datos | analiza datelor | analiză de date
Data Engineering | data pipelines | data pipeline | datenpipelines | ingénierie des données | ingeniería de datos | ingineria datelor
Data Science | datenwissenschaft | science des données | ciencia de datos | știința datelor
Data Visualization | data visualisation | datenvisualisierung | visualisation de données | visualización de datos | vizualizarea datelor | dashboards | dashboarding
Data Warehousing | data warehouse | data-warehouse | dwh | entrepôt de données | entrepôts de données | almacén de datos | depozite de date > Databases
Data Governance | master data maintenance | master data | data quality | datenqualität | stammdatenpflege | stammdatenmanagement | master data management | qualité des données | gobierno de datos | calidad de datos
Data Mining | text mining > Data Analysis
Big Data | grandes volumes de données
Business Intelligence | =BI | inteligencia de negocio | informatique décisionnelle > Data Analysis
ETL | extract transform load | etl-prozesse | etl processes | etl pipelines > Data Engineering
Statistics | statistical analysis | statistik | statistische analyse | statistische auswertung | statistiques | analyse statistique | estadística | análisis estadístico | statistică | analiză statistică
Econometrics | ökonometrie | économétrie | econometría | econometrie > Statistics
Machine Learning | =ML | maschinelles lernen | apprentissage automatique | aprendizaje automático | învățare automată > Artificial Intelligence
Artificial Intelligence | =AI | =KI | künstliche intelligenz | intelligence artificielle | inteligencia artificial | inteligență artificială
Deep Learning | neural networks | neuronale netze | apprentissage profond | réseaux de neurones | aprendizaje profundo | redes neuronales | rețele neuronale > Machine Learning
Natural Language Processing | =NLP | sprachverarbeitung | traitement du langage naturel | procesamiento de lenguaje natural | procesarea limbajului natural > Machine Learning
Computer Vision | image processing | bildverarbeitung | maschinelles sehen | vision par ordinateur | traitement d'images | visión artificial | visión por computador | procesare de imagini > Machine Learning
Large Language Models | llm | llms | large language model | generative ai | generative ki | prompt engineering | =RAG | grands modèles de langage > Artificial Intelligence
MLOps | ml ops > Machine Learning
Cloud Computing | cloud | cloud infrastructure | cloud-infrastruktur | cloud services | cloud-dienste | cloud architecture | infrastructure cloud | computación en la nube | servicios en la nube | cloud-technologien
DevOps | dev ops | devops practices
Site Reliability Engineering | =SRE > DevOps
Operating Systems | betriebssysteme | systèmes d'exploitation | sistemas operativos | sisteme de operare
System Administration | systems administration | systemadministration | system-administration | server administration | serveradministration | administration système | administration systèmes et réseaux | administración de sistemas | administrare de sistem | administrarea sistemelor
Computer Networks | ?Networking | network administration | netzwerktechnik | netzwerkadministration | netzwerke | rechnernetze | computer networking | network engineering | réseaux informatiques | administration réseau | redes informáticas | administración de redes | rețele de calculatoare | rețelistică | administrare rețele
Telecommunications | telecoms | telecom | telekommunikation | telekommunikationstechnik | télécommunications | télécoms | telecomunicaciones | telecomunicații
Virtualization | virtualisation | virtualisierung | virtualización | virtualizare
Container Orchestration | container-orchestrierung > Containerization
System Monitoring | observability | infrastructure monitoring | systemüberwachung | supervision informatique | monitorizare sisteme
Web Servers | serveur web | serveurs | serveur d'applications | serveur de fichiers | client-serveur | côté serveur | serveur apache | web server | webserver | serveurs web | servidores web
Backup and Recovery | backup & recovery | disaster recovery | datensicherung | sauvegarde de données | copias de seguridad | backup | back-up
Cybersecurity | cyber security | information security | infosec | it security | it-security | it-sicherheit | informationssicherheit | cybersicherheit | cybersécurité | sécurité informatique | sécurité des systèmes d'information | ciberseguridad | seguridad informática | seguridad de la información | securitate cibernetică | securitate informatică | securitatea informației
Network Security | netzwerksicherheit | firewalls | firewall | sécurité réseau | seguridad de redes | securitatea rețelelor > Cybersecurity
Application Security | secure coding | anwendungssicherheit | sécurité applicative > Cybersecurity
Penetration Testing | pentesting | pen testing | penetration tests | penetrationstests | penetrationstest | pentest | tests d'intrusion | pruebas de penetración | teste de penetrare | ethical hacking > Cybersecurity
Digital Forensics | it-forensik | incident response > Cybersecurity
Data Protection | data privacy | datenschutz | dsgvo | =GDPR | =RGPD | protection des données | protección de datos | protecția datelor | privacy compliance
IT Support | dépannage informatique | edv-support | technical support | it-support | helpdesk | help desk | service desk | 1st level support | 2nd level support | first level support | second level support | user support | anwenderbetreuung | technischer support | support technique | support informatique | assistance informatique | assistance technique | soporte técnico | soporte informático | suport tehnic | asistență tehnică
IT Service Management | itsm | it-service-management | gestion des services informatiques | gestión de servicios ti
Information Technology | =IT | informationstechnik | informationstechnologie | technologies de l'information | tecnologías de la información | tehnologia informației
Computer Science | informatik | informatique | informática | informatică
Hardware Maintenance | pc repair | computer repair | computer hardware | hardware repair | pc-reparatur | maintenance informatique | reparación de ordenadores | depanare calculatoare
Software Testing | softwaretest | softwaretests | software-tests | test de logiciels | tests logiciels | pruebas de software | testare software | manual testing | manuelles testen | testmanagement | test management | testfälle | test cases | qa testing
Test Automation | automated testing | automated tests | automatisierte tests | testautomatisierung | automatisation des tests | tests automatisés | automatización de pruebas | testare automată > Software Testing
Unit Testing | unit tests | unit test | unittests | tests unitaires | pruebas unitarias | teste unitare > Software Testing
Performance Testing | load testing | lasttests | tests de performance | pruebas de rendimiento > Software Testing
Test-Driven Development | tdd | test driven development | testgetriebene entwicklung > Software Testing
Version Control | versionsverwaltung | source control | gestion de versions | control de versiones | controlul versiunilor
Code Review | code reviews | code-reviews | revue de code | revisión de código
Agile Methodologies | agile | agile methodology | agile methods | agile development | agile working | agiles arbeiten | agile methoden | agile softwareentwicklung | méthodes agiles | méthode agile | agilité | metodologías ágiles | metodología ágil | metodologii agile
Scrum | scrum framework > Agile Methodologies
Kanban > Agile Methodologies
SAFe Framework | =SAFe | scaled agile > Agile Methodologies
Requirements Engineering | requirements analysis | requirements management | requirements gathering | anforderungsanalyse | anforderungsmanagement | anforderungserhebung | analyse des besoins | recueil des besoins | análisis de requisitos | gestión de requisitos | analiza cerințelor
Business Analysis | geschäftsanalyse | analyse fonctionnelle | análisis de negocio | analiză de business
Business Process Management | =BPM | =BPMN | process optimization | process optimisation | prozessoptimierung | geschäftsprozesse | prozessmanagement | process improvement | optimisation des processus | gestion des processus | optimización de procesos | gestión de procesos | mejora de procesos | optimizarea proceselor
Robotic Process Automation | =RPA | prozessautomatisierung | process automation
Digital Transformation | digitalisierung | digitalization | digitale transformation | transformation numérique | transformation digitale | transformación digital | transformare digitală | digitalizare
User Experience Design | =UX | ux design | ux/ui | ui/ux | user experience | usability | benutzererfahrung | expérience utilisateur | ergonomie web | experiencia de usuario | experiența utilizatorului
User Interface Design | ui design | interface design | user interface | benutzeroberflächen | conception d'interfaces | diseño de interfaces | design de interfață
User Research | usability testing | nutzerforschung | usability-tests | recherche utilisateur > User Experience Design
Web Accessibility | accessibility | barrierefreie gestaltung | wcag | barrierefreiheit | accessibilité web | accesibilidad web
Web Design | webdesign | diseño web | conception web | design web
Content Management Systems | content management system | cms | content-management-system | systèmes de gestion de contenu | gestores de contenido
Technical Documentation | technische dokumentation | technical writing | documentation technique | rédaction technique | documentación técnica | documentație tehnică
Geographic Information Systems | =GIS | =SIG | geoinformationssysteme | geoinformatik | systèmes d'information géographique | sistemas de información geográfica | sisteme informatice geografice
Internet of Things | =IoT | iiot | internet der dinge | internet des objets | internet de las cosas | internetul obiectelor
Augmented Reality | virtual reality | vr/ar | réalité virtuelle | réalité augmentée | realidad virtual | realidad aumentada | realitate virtuală
IT Project Management | it-projektmanagement | it-projektleitung | gestion de projets informatiques | gestión de proyectos informáticos > Project Management
IT Architecture | enterprise architecture | it-architektur | togaf | architecture d'entreprise | arquitectura empresarial
High-Performance Computing | =HPC | parallel computing | cuda
Distributed Systems | verteilte systeme | systèmes distribués | sistemas distribuidos | sisteme distribuite
Algorithms and Data Structures | algorithms | data structures | algorithmen | datenstrukturen | algorithmes | algoritmos | algoritmi
Robotics | robotik | robotique | robótica | robotică
Electronic Data Interchange | =EDI | edifact
`
