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
Containerization | containerisation | containerisierung | conteneurisation | contenerización
Kubernetes | k8s | kubernetes cluster > Containerization
OpenShift | red hat openshift > Kubernetes
?Helm | helm charts > Kubernetes
Istio | service mesh > Kubernetes
Argo CD | argocd | gitops > CI/CD
Terraform | opentofu > Infrastructure as Code
Ansible > Infrastructure as Code
?Puppet > Infrastructure as Code
Pulumi > Infrastructure as Code
Infrastructure as Code | infrastructure automation | infrastrukturautomatisierung | =IaC
HashiCorp Vault
Jenkins > CI/CD
GitHub Actions > CI/CD
GitLab CI | gitlab ci/cd > CI/CD
TeamCity > CI/CD
CircleCI > CI/CD
CI/CD | ci cd | continuous integration | continuous delivery | continuous deployment | ci/cd pipelines | build pipelines > DevOps
Linux | gnu/linux | linux administration | linux-administration | administración linux | administrare linux > Operating Systems
Ubuntu > Linux
Debian > Linux
Red Hat Enterprise Linux | rhel | red hat | centos | =Fedora > Linux
Unix | solaris | =AIX > Operating Systems
Microsoft Windows | windows 10 | windows 11 > Operating Systems
Windows Server | microsoft windows server | windows server administration > Operating Systems
macOS | mac os | os x > Operating Systems
Active Directory | =AD DS | azure ad | entra id | ldap
Microsoft Exchange | exchange server | exchange online
Microsoft 365 | office 365 | o365 | m365 | ms 365 | microsoft office 365
Microsoft Intune | =Intune
Citrix | citrix xenapp
VMware | vsphere | esxi > Virtualization
Hyper-V > Virtualization
Proxmox > Virtualization
Nginx > Web Servers
Apache HTTP Server | apache webserver | apache web server > Web Servers
Load Balancing | load balancer | load balancers | haproxy
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
Network Protocols | netzwerkprotokolle | tcp/ip | =DNS | =DHCP > Computer Networks
LAN and WAN | lan/wan | =LAN | =WAN | =VLAN | vlans | vpn > Computer Networks
Routing and Switching | routing & switching | routing | =BGP | ospf | mpls > Computer Networks
Wi-Fi | wlan | wifi > Computer Networks
Voice over IP | voip | ip telephony | ip-telefonie | telefonía ip > Telecommunications
=SIP Telephony | asterisk > Voice over IP
Fibre Optics | fiber optic | fiber optics | fibre optic | glasfaser | glasfasertechnik | ftth | fibre optique | fibra óptica | fibră optică > Telecommunications
Mobile Networks | mobilfunk | 5g | =LTE | gsm | umts | réseaux mobiles | redes móviles | rețele mobile > Telecommunications
Fortinet | fortigate > Network Security
Palo Alto Networks > Network Security
Check Point Firewall | check point firewalls > Network Security
=SIEM | security information and event management > Cybersecurity
=SOC Operations | security operations center > Cybersecurity
ISO 27001 | iso/iec 27001 | =ISMS > Cybersecurity
OWASP | owasp top 10 > Application Security
Penetration Testing Tools | metasploit | burp suite | kali linux > Penetration Testing
Security Certification | cissp | cism | =CEH | certified ethical hacker > Cybersecurity
Identity and Access Management | =IAM | identity management | single sign-on | keycloak
Cryptography | =PKI | public key infrastructure | kryptographie | cryptographie | criptografía | criptografie | encryption
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
ERP Systems | =ERP | erp system | erp-system | erp software | erp-software | enterprise resource planning | progiciel erp | sistemas erp | sisteme erp
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
Maintenance Management Systems | maintenance management system | computerized maintenance management system | computerised maintenance management system | computerized maintenance management | =CMMS | =GMAO | =GMAC | maintenance software | instandhaltungssoftware | wartungssoftware | instandhaltungsplanungssystem | logiciel de gmao | gestion de maintenance assistée par ordinateur | software de mantenimiento | software de mentenanță
IBM Maximo | Maximo > Maintenance Management Systems
SAP PM | sap plant maintenance > Maintenance Management Systems
Accounting Software | accounting package | accounting system | software de contabilitate | soft de contabilitate | programa de contabilidad | software de contabilidad | logiciel de comptabilité | buchhaltungsprogramm | buchhaltungssoftware | logiciel comptable | logiciels comptables | software contable | programe de contabilitate
HR Software | hris | sirh | hrms
Salesforce | sfdc | salesforce crm | salesforce.com > Customer Relationship Management
HubSpot > Customer Relationship Management
Zoho CRM | zoho > Customer Relationship Management
Pipedrive > Customer Relationship Management
Ticket Systems | ticketsystem | ticketing system | ticketing systems | ticketing software | ticket software | ticketing tool | helpdesk software | système de ticketing | logiciel de ticketing | sistema de tickets | software de tickets | sistem de ticketing
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
PCB Design | leiterplattenentwicklung | leiterplattenlayout | pcb layout | printed circuit board design | altium designer | altium | kicad | conception de circuits imprimés | diseño de pcb > Electronics
Finite Element Analysis | ansys | abaqus | nastran | finite-elemente-methode | =FEM | =FEA
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
Reservation Systems | reservierungssysteme | systèmes de réservation | sistemas de reservas | sisteme de rezervări
CAT Tools | sdl trados | trados | memoq | cat-tools > Translation
Moodle > E-Learning
Hotel Software | property management system | hotel software | hotel system | hotelsoftware | hotelprogramm | logiciel hôtelier | programa hotelero | software hotelero | programa de gestión hotelera | programa de gestión del hotel | program hotelier | soft hotelier
?Mews | mews pms > Hotel Software
`
