/** Programming languages, frameworks, databases and tools of software development: names that no language translates. */
export const softwareSkills = `
JavaScript | js | java script | ecmascript | es6 | vanilla js > Programming
TypeScript | ?TS > Programming
Node.js | ?Node | nodejs | node js > JavaScript
Express.js | ?Express | expressjs > Node.js
NestJS | nest.js > Node.js
Deno > JavaScript
=React | react.js | reactjs | react js | react hooks > JavaScript
React Native | react-native > Mobile Development
Redux | redux toolkit > React
Vue.js | vue | vuejs | nuxt | nuxt.js > JavaScript
Angular | angularjs | angular.js > TypeScript
RxJS > JavaScript
Next.js | nextjs > React
Svelte | sveltekit > JavaScript
Ember.js | emberjs > JavaScript
jQuery > JavaScript
Three.js | threejs | webgl > JavaScript
D3.js | d3js > Data Visualization
Webpack
=Vite | vitejs
HTML | html5 | xhtml
CSS | css3 | cascading style sheets
=Sass | scss > CSS
Tailwind CSS | tailwind | tailwindcss > CSS
=Bootstrap | bootstrap css | twitter bootstrap > CSS
Python | python3 | python 3 | python programming > Programming
Django | django rest framework > Python
?Flask > Python
FastAPI | fast api > Python
pandas > Python
NumPy > Python
SciPy > Python
matplotlib > Python
Jupyter | jupyter notebook | jupyter notebooks > Python
scikit-learn | sklearn | scikit learn > Machine Learning
PyTorch | =Torch > Deep Learning
TensorFlow | tensor flow > Deep Learning
Keras > Deep Learning
XGBoost > Machine Learning
OpenCV > Computer Vision
Hugging Face | huggingface > Natural Language Processing
LangChain > Large Language Models
MLflow > MLOps
Java | java se | java ee | core java | j2ee | jakarta ee > Programming
Kotlin > Programming
=Scala > Programming
=Groovy > Programming
Spring Boot | springboot > Spring Framework
Spring Framework | ?Spring | spring mvc | spring cloud > Java
=Hibernate | jpa > Java
Maven | apache maven
Gradle
Apache Tomcat | tomcat
?C | c programming | c language | ansi c > Programming
C++ | cpp | c plus plus > Programming
C# | c sharp | csharp > Programming
.NET | dotnet | dot net | .net core | .net framework | asp.net | asp.net core | asp.net mvc
Entity Framework | entity framework core | ef core > .NET
?WPF | windows presentation foundation > .NET
Blazor > .NET
Visual Basic | vb.net | visual basic .net > Programming
VBA | visual basic for applications | excel macros | excel-makros | excel vba | vba macros | vba-makros | makroprogrammierung | excel-vba | macros excel | macros vba | macros de excel | macro excel | macrocomenzi excel | macro-uri excel > Microsoft Excel
F# > Programming
?Go | golang | go lang > Programming
?Rust | rust programming > Programming
=Ruby > Programming
Ruby on Rails | =Rails | =RoR > Ruby
PHP | php7 | php8 > Programming
Laravel > PHP
Symfony > PHP
CodeIgniter > PHP
WordPress | word press > Content Management Systems
Drupal > Content Management Systems
Joomla > Content Management Systems
TYPO3 > Content Management Systems
Magento | adobe commerce > E-Commerce
Shopify > E-Commerce
WooCommerce > E-Commerce
Shopware > E-Commerce
PrestaShop > E-Commerce
?Swift | swiftui > Programming
Objective-C | objective c > Programming
iOS Development | ios app development | ios-entwicklung > Mobile Development
Android Development | android sdk | android studio | android app development | android-entwicklung > Mobile Development
Jetpack Compose > Android Development
Xamarin > Mobile Development
=Ionic | ionic framework > Mobile Development
Flutter > Mobile Development
?Dart > Programming
Perl > Programming; Scripting
?R | r language | r programming | rstudio | r studio > Programming
MATLAB
Simulink
Julia Language | julia lang | julia programming > Programming
SAS Software | sas programming | ?SAS
SPSS | ibm spss | spss statistics
Stata
=Elixir > Programming
Erlang > Programming
Haskell > Programming
Clojure > Programming
=Lua > Programming
COBOL > Programming
Fortran > Programming
=Delphi | object pascal > Programming
ABAP | sap abap > Programming
Assembly Language | assembler language | assemblersprache | assembler programming > Programming
FPGA Design | fpga | fpgas | vhdl | verilog
=Bash | shell scripting | bash scripting | shell scripts | shell-skripte | unix shell > Scripting
PowerShell | power shell > Scripting
Regular Expressions | regex | regexp | reguläre ausdrücke | expressions régulières | expresiones regulares | expresii regulate
SQL | structured query language
SQL Databases | relational databases | relational database | relationale Datenbanken | rdbms | bases de données relationnelles | bases de datos relacionales | baze de date relaționale | relational database management systems | sql-datenbanken | relationales datenbanksystem | sql database | bases de données sql | base de données relationnelle | bases de datos sql | base de datos relacional | baze de date sql | bază de date relațională > Databases
NoSQL | nosql databases | non-relational databases | nosql-datenbanken | document databases | nicht-relationale datenbanken | bases de données nosql | bases de données non relationnelles | bases de datos nosql | bases de datos no relacionales | baze de date nosql | baze de date nerelaționale > Databases
PostgreSQL | postgres | postgre sql | psql > SQL Databases; SQL
MySQL | my sql > SQL Databases; SQL
MariaDB > SQL Databases; SQL
Microsoft SQL Server | sql server | mssql | ms sql | t-sql | transact-sql > SQL Databases; SQL
Oracle Database | oracle db | =Oracle | oracle sql > SQL Databases; SQL
PL/SQL > Oracle Database; SQL
SQLite > SQL Databases; SQL
IBM Db2 | db2 > SQL Databases; SQL
SAP HANA | =HANA > SQL Databases
MongoDB | mongo | mongo db > NoSQL
Redis > NoSQL
Memcached > NoSQL
CouchDB > NoSQL
Elasticsearch | elastic search | elk stack | opensearch | elastic stack
Apache Solr | solr
Apache Cassandra | =Cassandra > NoSQL
DynamoDB | amazon dynamodb | aws dynamodb > NoSQL
Graph Databases | graph database | graphdatenbanken | bases de données orientées graphe | bases de datos de grafos | baze de date graf | graph-datenbanken > NoSQL
Neo4j > Graph Databases
Firebase | firestore
Supabase
=Snowflake > Data Warehousing
BigQuery | google bigquery | big query > Data Warehousing
Amazon Redshift | =Redshift > Data Warehousing
Databricks > Data Engineering
Apache Kafka | kafka
RabbitMQ | rabbit mq
ActiveMQ
Apache Spark | ?Spark | pyspark | spark sql > Data Engineering
Apache Flink | =Flink > Data Engineering
Apache Airflow | =Airflow > Data Engineering
Apache Hive | hiveql > Hadoop
Hadoop | apache hadoop | hdfs | mapreduce > Data Engineering
dbt | data build tool > Data Engineering
Talend > ETL
Informatica PowerCenter | informatica iics > ETL
SSIS | sql server integration services > ETL
Azure Data Factory > ETL
GraphQL | graph ql > APIs
REST APIs | =REST | rest api | restful | restful api | restful apis | restful web services | rest services | rest-schnittstellen | api rest | apis rest | rest interfaces | rest-apis | restful services | rest web services | rest-api | rest endpoints | services rest | api restful | servicios rest | servicii rest | interfaces rest | interfaz rest > APIs
SOAP Web Services | =SOAP > APIs
gRPC > APIs
APIs | =API | api development | api design | application programming interfaces | web services | webservices | schnittstellenentwicklung | api-entwicklung | api integration | api integrations | interface development | software interfaces | programming interfaces | schnittstellenprogrammierung | programmierschnittstellen | schnittstellenintegration | api-schnittstellen | webdienste | interfaces de programmation | développement d'api | intégration d'api | développement d'interfaces de programmation | interfaces de programación | desarrollo de apis | integración de apis | servicios web | interfețe de programare | dezvoltare api | integrare api | servicii web | programming of interfaces
OpenAPI | =Swagger > APIs
OAuth | oauth2 | oauth 2.0 | openid connect | oidc
WebSockets | websocket
JSON | json schema
XML | xslt | xsd
YAML
Microservices | micro services | microservice | microservice architecture | microservices architecture | event-driven architecture | micro-services | microservice-architektur | microservices-architektur | mikroservices | service-oriented architecture | serviceorientierte architektur | architecture microservices | architecture orientée services | microservicios | arquitectura de microservicios | arquitectura orientada a servicios | microservicii | arhitectură de microservicii | arhitectură orientată pe servicii | ereignisgesteuerte architektur > Software Architecture
Git > Version Control
GitHub > Git
GitLab > Git
Bitbucket > Git
Subversion | svn > Version Control
Selenium | selenium webdriver > Test Automation
=Cypress > Test Automation
=Playwright > Test Automation
=Jest > Unit Testing
JUnit > Unit Testing
pytest > Unit Testing
Robot Framework > Test Automation
Appium > Test Automation
Cucumber Framework | =Gherkin > Test Automation
JMeter | apache jmeter > Performance Testing
Postman API Testing | postman api
SonarQube
Jira | atlassian jira
=Confluence
Trello
=Asana
ServiceNow | service now > IT Service Management
?Unity | unity3d | unity engine > Game Development
Unreal Engine > Game Development
Godot > Game Development
Qt Framework | ?Qt
Arduino > Embedded Systems
Raspberry Pi > Embedded Systems
FreeRTOS | rtos > Embedded Systems
Blockchain | ethereum | web3 | distributed ledger technology | distributed ledger | blockchain-technologie | technologie blockchain | cadena de bloques | contratos inteligentes | contracte inteligente | registre distribué | contrats intelligents
Solidity | smart contracts > Blockchain
Camunda > Business Process Management
Apache Camel
MuleSoft
Liferay
UiPath > Robotic Process Automation
Figma
Sketch App | ?Sketch
Adobe XD
Microsoft Power Platform | power apps | power automate | powerapps | power platform
SharePoint | ms sharepoint | microsoft sharepoint
`
