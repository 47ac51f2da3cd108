/** Cloud, operations, networks, security, telecoms and business software: names that no language translates. */
export const systemsSkills = `
Amazon Web Services | aws | amazon aws | aws cloud | aws ec2 | amazon ec2 | amazon s3 | aws s3 | ec2 | aws lambda > Cloud Computing
CloudFormation | aws cdk > Amazon Web Services
Microsoft Azure | azure | azure cloud > Cloud Computing
Azure DevOps | tfs | team foundation server
Google Cloud Platform | gcp | google cloud > Cloud Computing
OpenStack > Cloud Computing
Heroku > Cloud Computing
Docker | docker compose | dockerfile | podman > Containerization
Containerization | containerisation | containerisierung | conteneurisation | contenerización | container technology | containertechnologie | container-technologie | container virtualization | conteneurs logiciels | contenedores de software | containerizare | conteinerizare | tecnologías de contenedores | technologie de conteneurs
Kubernetes | k8s | kubernetes cluster > Containerization
OpenShift | red hat openshift > Kubernetes
?Helm | helm charts > Kubernetes
Istio | service mesh > Kubernetes
Argo CD | argocd | gitops > CI/CD
Terraform | opentofu > Infrastructure as Code
Ansible > Infrastructure as Code
?Puppet > Infrastructure as Code
Pulumi > Infrastructure as Code
Infrastructure as Code | infrastructure automation | infrastrukturautomatisierung | =IaC | infrastructure-as-code | automated provisioning | infrastruktur als code | infrastrukturbereitstellung | automatisierte bereitstellung | automatisation de l'infrastructure | provisionnement automatisé | automatización de infraestructura | infraestructura como código | infraestructura como codigo | automatizarea infrastructurii | infrastructură ca și cod | configuration management tools | configuration automation
HashiCorp Vault
Jenkins > CI/CD
GitHub Actions > CI/CD
GitLab CI | gitlab ci/cd > CI/CD
TeamCity > CI/CD
CircleCI > CI/CD
CI/CD | ci cd | continuous integration | continuous delivery | continuous deployment | ci/cd pipelines | build pipelines | continuous integration and delivery | continuous integration and deployment | deployment pipelines | automated deployment | automated deployments | build automation | release management software | kontinuierliche integration | kontinuierliche auslieferung | automatisiertes deployment | build- und deployment-pipelines | build-automatisierung | intégration continue | déploiement continu | livraison continue | déploiement automatisé | chaîne d'intégration continue | integración continua | entrega continua | despliegue continuo | despliegue automatizado | integrare continuă | livrare continuă | implementare continuă > DevOps
Linux | gnu/linux | linux administration | linux-administration | administración linux | administrare linux | linux servers | linux server | linux-server | linux-systeme | linux systems | serveurs linux | systèmes linux | servidores linux | sistemas linux | servere linux | sisteme linux > Operating Systems
Ubuntu > Linux
Debian > Linux
Red Hat Enterprise Linux | rhel | red hat | centos | =Fedora > Linux
Unix | solaris | =AIX > Operating Systems
Microsoft Windows | windows 10 | windows 11 | windows environments | windows-umgebung | environnement windows | entorno windows | sistemul windows > Operating Systems
Windows Server | microsoft windows server | windows server administration | windows servers | windows-server | windows-server-administration | administration windows server | serveurs windows | servidores windows | servere windows | administración de windows server > Operating Systems
macOS | mac os | os x > Operating Systems
Active Directory | =AD DS | azure ad | entra id | ldap | directory services | verzeichnisdienste | user directory | azure active directory | microsoft entra | services d'annuaire | annuaire ldap | servicios de directorio | directorio activo | servicii de director | ldap directory
Microsoft Exchange | exchange server | exchange online
Microsoft 365 | office 365 | o365 | m365 | ms 365 | microsoft office 365 | office365 | microsoft365 | ms office 365
Microsoft Intune | =Intune
Citrix | citrix xenapp
VMware | vsphere | esxi > Virtualization
Hyper-V > Virtualization
Proxmox > Virtualization
Nginx > Web Servers
Apache HTTP Server | apache webserver | apache web server > Web Servers
Load Balancing | load balancer | load balancers | haproxy | lastverteilung | loadbalancing | load-balancing | répartition de charge | équilibrage de charge | balanceo de carga | balanceador de carga | echilibrarea încărcării | traffic distribution
=Prometheus > System Monitoring
Grafana > System Monitoring
Datadog > System Monitoring
Zabbix > System Monitoring
Nagios | icinga > System Monitoring
Splunk > System Monitoring
Dynatrace > System Monitoring
New Relic > System Monitoring
OpenTelemetry > System Monitoring
Cisco Networking | cisco | cisco ios | cisco systems > Computer Networks
Cisco Certification | ccna | ccnp | cisco certified network associate > Cisco Networking
Juniper Networks | junos > Computer Networks
MikroTik > Computer Networks
Network Protocols | netzwerkprotokolle | tcp/ip | =DNS | =DHCP | networking protocols | internet protocols | protocoles réseau | protocoles réseaux | protocolos de red | protocolos de redes | protocoale de rețea | internetprotokolle > Computer Networks
LAN and WAN | lan/wan | =LAN | =WAN | =VLAN | vlans | vpn | local area networks | wide area networks | local area network | virtual private networks | virtual private network | lokale netzwerke | lokale netze | réseaux locaux | réseau local | réseaux privés virtuels | réseau privé virtuel | redes de área local | redes privadas virtuales | red privada virtual | rețele locale | rețele private virtuale | rețea privată virtuală > Computer Networks
Routing and Switching | routing & switching | routing | =BGP | ospf | mpls | routers and switches | switches and routers | router-konfiguration | router und switches | switch-konfiguration | routeurs et commutateurs | configuration de routeurs | routage et commutation | enrutamiento y conmutación | routers y switches | configuración de routers | routere și switch-uri | configurarea routerelor | rutare și comutare > Computer Networks
Wi-Fi | wlan | wifi | wireless networks | wireless networking | wireless lan | drahtlose netzwerke | drahtlosnetzwerke | funknetzwerke | réseaux sans fil | réseau sans fil | redes inalámbricas | rețele wireless | rețele fără fir > Computer Networks
Voice over IP | voip | ip telephony | ip-telefonie | telefonía ip | internet telephony | voip telephony | internettelefonie | voip-telefonie | téléphonie ip | téléphonie sur ip | voz sobre ip | telefonie ip | telefonie voip | telefonie prin internet | ip phone systems > Telecommunications
=SIP Telephony | asterisk > Voice over IP
Fibre Optics | fiber optic | fiber optics | fibre optic | glasfaser | glasfasertechnik | ftth | fibre optique | fibra óptica | fibră optică | fibre-optic | fibre optic cabling | fiber optic cabling | fibre broadband | lichtwellenleiter | =LWL | lwl-technik | glasfasernetz | glasfaserkabel | réseau fibre | câblage fibre optique | redes de fibra | cable de fibra óptica | rețele de fibră optică | cablu de fibră optică > Telecommunications
Mobile Networks | mobilfunk | 5g | =LTE | gsm | umts | réseaux mobiles | redes móviles | rețele mobile | cellular networks | mobile communications | mobile telephony | mobilfunknetze | mobilfunktechnik | téléphonie mobile | réseaux cellulaires | telefonía móvil | comunicaciones móviles | telefonie mobilă | comunicații mobile | radio access network > Telecommunications
Fortinet | fortigate > Network Security
Palo Alto Networks > Network Security
Check Point Firewall | check point firewalls > Network Security
=SIEM | security information and event management | security event monitoring | sicherheitsereignisüberwachung | gestion des événements de sécurité | gestión de eventos de seguridad > Cybersecurity
=SOC Operations | security operations center > Cybersecurity
ISO 27001 | iso/iec 27001 | =ISMS | information security management system | informationssicherheitsmanagementsystem | système de management de la sécurité de l'information | =SMSI | sistema de gestión de seguridad de la información | =SGSI | sistem de management al securității informației > Cybersecurity
OWASP | owasp top 10 > Application Security
Penetration Testing Tools | metasploit | burp suite | kali linux > Penetration Testing
Security Certification | cissp | cism | =CEH | certified ethical hacker > Cybersecurity
Identity and Access Management | =IAM | identity management | single sign-on | keycloak | identity and access | access rights management | user account management | user access management | identitätsmanagement | berechtigungsmanagement | benutzerverwaltung | zugriffsverwaltung | berechtigungsverwaltung | rechteverwaltung | multi-factor authentication | multifactor authentication | zwei-faktor-authentifizierung | mehrfaktor-authentifizierung | gestion des identités | gestion des identités et des accès | gestion des droits d'accès | gestion des accès utilisateurs | authentification forte | double authentification | authentification à deux facteurs | authentification multifacteur | gestión de identidades | gestión de accesos | gestión de identidades y accesos | autenticación de dos factores | doble factor de autenticación | autenticación multifactor | gestionarea identităților | managementul identității | administrarea conturilor de utilizator | autentificare în doi pași | autentificare cu doi factori | autentificare multifactor | administrarea drepturilor de acces
Cryptography | =PKI | public key infrastructure | kryptographie | cryptographie | criptografía | criptografie | encryption | data encryption | cryptographic | verschlüsselung | datenverschlüsselung | verschlüsselungstechnik | chiffrement | chiffrement des données | cifrado | cifrado de datos | encriptación | criptare | criptarea datelor | infrastructure à clés publiques | infraestructura de clave pública | public-key infrastructure
ITIL | itil v3 | itil v4 | itil foundation > IT Service Management
=SAP | sap erp | sap r/3 | sap r3 > ERP Systems
SAP S/4HANA | s/4hana | sap s4 hana | s4hana | sap s/4 > SAP
SAP FI/CO | sap fi | sap co | sap fico > SAP
SAP MM > SAP
SAP SD > SAP
SAP PP > SAP
SAP EWM | sap wm > SAP
SAP HCM | sap successfactors | successfactors > SAP
SAP BW | sap bi > SAP
SAP Fiori | sapui5 > SAP
ERP Systems | =ERP | erp system | erp-system | erp software | erp-software | enterprise resource planning | progiciel erp | sistemas erp | sisteme erp | erp-systeme | warenwirtschaftssysteme | =PGI | progiciel de gestion intégré | logiciel erp | progiciels de gestion | sistema erp | sistema de gestión empresarial | sistema de planificación de recursos | software erp | sistem erp | sistem integrat de gestiune | soft de gestiune | programe erp
Microsoft Dynamics 365 | microsoft dynamics | ms dynamics | dynamics 365 | dynamics nav | dynamics ax | navision | business central > ERP Systems
Odoo > ERP Systems
Oracle E-Business Suite | oracle ebs | oracle erp | oracle fusion > ERP Systems
Sage Software | sage 100 | sage x3 | ?Sage > ERP Systems
=Workday > HR Software
DATEV > Accounting Software
Lexware | lexoffice > Accounting Software
QuickBooks | quick books > Accounting Software
Xero > Accounting Software
Ciel Compta > Accounting Software
Cegid > Accounting Software
CONTPAQi | contpaq | contpaqi contabilidad > Accounting Software
Aspel COI > Accounting Software
1C Accounting | 1c contabilitate | 1c contabilidad | 1c buchhaltung | 1c enterprise | =1C > Accounting Software
BOB 50 | bob software > Accounting Software
WinBooks > Accounting Software
Contaplus > Accounting Software
A3 Asesor | a3con > Accounting Software
SAGA Accounting | saga c > Accounting Software
WinMentor | win mentor > ERP Systems
Charisma ERP > ERP Systems
Maintenance Management Systems | maintenance management system | computerized maintenance management system | computerised maintenance management system | computerized maintenance management | =CMMS | =GMAO | =GMAC | maintenance software | instandhaltungssoftware | wartungssoftware | instandhaltungsplanungssystem | logiciel de gmao | gestion de maintenance assistée par ordinateur | software de mantenimiento | software de mentenanță | maintenance planning software | maintenance planning system | wartungsplanungssystem | logiciel de maintenance | programa de gestión de mantenimiento | sistema de gestión de mantenimiento | gestión de mantenimiento asistido por ordenador | sistem de management al mentenanței | program de mentenanță
IBM Maximo | Maximo > Maintenance Management Systems
SAP PM | sap plant maintenance > Maintenance Management Systems
Accounting Software | accounting package | accounting system | software de contabilitate | soft de contabilitate | programa de contabilidad | software de contabilidad | logiciel de comptabilité | buchhaltungsprogramm | buchhaltungssoftware | logiciel comptable | logiciels comptables | software contable | programe de contabilitate | bookkeeping software | accounting programs | accounting systems | accounts software | finanzbuchhaltungssoftware | fibu-software | buchführungsprogramm | buchhaltungsprogramme | buchführungssoftware | logiciels de comptabilité | outil comptable | programas contables | programa contable | programas de contabilidad | sistema contable | program de contabilitate | soft contabil | softuri de contabilitate | aplicații de contabilitate | aplicație contabilă
HR Software | hris | sirh | hrms | human resources software | hr information system | hr system | hr systems | personnel software | payroll software | personalsoftware | personalverwaltungssoftware | hr-software | hr-system | personalmanagementsystem | lohnabrechnungssoftware | lohnsoftware | logiciel de paie | logiciel rh | système d'information rh | outils sirh | logiciels de paie | software de recursos humanos | programa de nóminas | software de nóminas | software de rrhh | software de resurse umane | program de salarizare | soft de salarizare | programe de salarizare
Salesforce | sfdc | salesforce crm | salesforce.com > Customer Relationship Management
HubSpot > Customer Relationship Management
Zoho CRM | zoho > Customer Relationship Management
Pipedrive > Customer Relationship Management
Ticket Systems | ticketsystem | ticketing system | ticketing systems | ticketing software | ticket software | ticketing tool | helpdesk software | système de ticketing | logiciel de ticketing | sistema de tickets | software de tickets | sistem de ticketing | ticket system | helpdesk system | support ticket system | ticketing platform | ticketbearbeitung | ticket-system | ticketsysteme | ticketing-system | helpdesk-software | outil de ticketing | gestion de tickets | gestion des tickets | gestión de tickets | herramienta de ticketing | sistema de ticketing | sistema de incidencias | gestionarea tichetelor | sistem de tichete | ticketing tools
Mailchimp > Email Marketing
Power BI | microsoft power bi | powerbi | ms power bi > Business Intelligence; Data Visualization
?Tableau | tableau software | tableau desktop > Business Intelligence; Data Visualization
=Looker | looker studio | google data studio > Business Intelligence; Data Visualization
Qlik | qlikview | qlik sense > Business Intelligence; Data Visualization
MicroStrategy > Business Intelligence
SAP BusinessObjects > Business Intelligence
Google Analytics | =GA4 > Web Analytics
Google Tag Manager > Web Analytics
Google Ads | google adwords | adwords > Search Engine Advertising
Meta Ads | facebook ads > Social Media Marketing
Adobe Creative Suite | adobe creative cloud | creative cloud | adobe cc > Graphic Design
Adobe Photoshop | photoshop > Adobe Creative Suite; Image Editing
Adobe Illustrator | ?Illustrator > Adobe Creative Suite; Illustration
Adobe InDesign | indesign > Adobe Creative Suite; Desktop Publishing
Adobe Premiere | premiere pro | adobe premiere pro > Video Editing
After Effects | adobe after effects > Adobe Creative Suite
Final Cut Pro | final cut > Video Editing
DaVinci Resolve > Video Editing
Adobe Lightroom | lightroom > Adobe Creative Suite; Image Editing
CorelDRAW | corel draw
Canva
Blender 3D | ?Blender > 3D Modelling
3ds Max | 3d studio max > 3D Modelling
Autodesk Maya > 3D Modelling
Cinema 4D > 3D Modelling
SketchUp | sketch up > 3D Modelling
AutoCAD | auto cad | auto-cad > CAD
SolidWorks | solid works > CAD
CATIA | catia v5 > CAD
Autodesk Inventor > CAD
Siemens NX | unigraphics > CAD
PTC Creo | creo parametric | pro/engineer > CAD
Revit | autodesk revit > Building Information Modeling
ArchiCAD | archi cad > CAD
Allplan | nemetschek > CAD
EPLAN | eplan p8 | eplan electric > Electrical Planning
PCB Design | leiterplattenentwicklung | leiterplattenlayout | pcb layout | printed circuit board design | altium designer | altium | kicad | conception de circuits imprimés | diseño de pcb | circuit board design | circuit board layout | board layout | pcb-layout | pcb-design | leiterplattendesign | platinenlayout | platinendesign | schaltplanerstellung und layout | routage de cartes électroniques | conception de cartes électroniques | routage pcb | diseño de placas | diseño de circuitos impresos | proiectare pcb | proiectarea circuitelor imprimate | proiectare cablaje imprimate > Electronics
Finite Element Analysis | ansys | abaqus | nastran | finite-elemente-methode | =FEM | =FEA | finite element method | finite element modelling | fe analysis | fem-berechnung | fem-simulation | festigkeitsberechnung | strukturberechnung | éléments finis | calcul par éléments finis | méthode des éléments finis | simulation par éléments finis | elementos finitos | análisis por elementos finitos | método de elementos finitos | element finit | analiză cu elemente finite | metoda elementelor finite | calcul structural cu elemente finite
LabVIEW
ArcGIS > Geographic Information Systems
QGIS > Geographic Information Systems
TIA Portal | simatic | step 7 | siemens s7 | siemens tia > PLC Programming
Codesys > PLC Programming
Minitab
MS Project | microsoft project
Primavera P6
Microsoft Visio | ms visio | =Visio
Amadeus GDS | =Amadeus > Reservation Systems
Opera PMS | fidelio | micros fidelio | opera hotel | opera cloud > Reservation Systems; Hotel Software
Zendesk > Ticket Systems
Freshdesk > Ticket Systems
Protel | protel pms > Reservation Systems; Hotel Software
Reservation Systems | reservierungssysteme | systèmes de réservation | sistemas de reservas | sisteme de rezervări | booking systems | booking system | reservation system | booking software | buchungssysteme | buchungssystem | reservierungssystem | système de réservation | logiciel de réservation | sistema de reservas | programa de reservas | sistem de rezervări | program de rezervări | global distribution system
CAT Tools | sdl trados | trados | memoq | cat-tools | computer-assisted translation | computer-aided translation | translation memory | translation memories | translation software | übersetzungssoftware | computergestützte übersetzung | übersetzungsspeicher | translation-memory-systeme | traduction assistée par ordinateur | outils de tao | mémoire de traduction | mémoires de traduction | logiciel de traduction | traducción asistida por ordenador | herramientas tao | herramientas de traducción asistida | memorias de traducción | traducere asistată de calculator | memorii de traducere | programe de traducere asistată > Translation
Moodle > E-Learning
Hotel Software | property management system | hotel software | hotel system | hotelsoftware | hotelprogramm | logiciel hôtelier | programa hotelero | software hotelero | programa de gestión hotelera | programa de gestión del hotel | program hotelier | soft hotelier | hotel management software | hotel management system | front office software | hotelverwaltungssoftware | hotelreservierungssystem | hotelmanagementsoftware | logiciel de gestion hôtelière | logiciels hôteliers | software de gestión hotelera | sistema de gestión hotelera | programas hoteleros | software hotelier | program de gestiune hotelieră | sistem de gestiune hotelieră
?Mews | mews pms > Hotel Software
`
