// Common names and aliases of the skills that CVs and jobs mention most. The list is maintained by hand, so that skills
// match even without an import; an imported taxonomy adds its concept ids.
import { foldName } from './fold-name.ts'

/** Per line, the label and then its aliases. A name may belong to one skill only, which a test checks. */
const lists = `
JavaScript|js|java script|ecmascript|es6
TypeScript|ts
Node.js|node|nodejs|node js
React|react.js|reactjs|react js
React Native|react-native
Vue.js|vue|vuejs
Angular|angularjs|angular.js
Next.js|nextjs
Svelte|sveltekit
jQuery
HTML|html5
CSS|css3
Sass|scss
Tailwind CSS|tailwind|tailwindcss
Python|python3|python 3
Django
Flask
FastAPI|fast api
pandas
NumPy
scikit-learn|sklearn|scikit learn
PyTorch|torch
TensorFlow|tensor flow
Keras
Java|java se|java ee|core java
Kotlin
Scala
Spring Boot|springboot
Spring Framework|spring
Hibernate
C
C++|cpp|c plus plus
C#|c sharp|csharp
.NET|dotnet|dot net|.net core|asp.net|asp.net core
Go|golang|go lang
Rust
Ruby
Ruby on Rails|rails|ror
PHP
Laravel
Symfony
Swift
Objective-C|objective c
Perl
R|r language|r programming
MATLAB
Elixir
Erlang
Haskell
Clojure
Dart
Flutter
Bash|shell scripting|bash scripting
PowerShell
SQL|structured query language
PostgreSQL|postgres|postgre sql|psql
MySQL|my sql
MariaDB
Microsoft SQL Server|sql server|mssql|ms sql|t-sql
Oracle Database|oracle db|pl/sql
SQLite
MongoDB|mongo|mongo db
Redis
Elasticsearch|elastic search
Apache Cassandra|cassandra
DynamoDB|amazon dynamodb|aws dynamodb
Neo4j
Snowflake
BigQuery|google bigquery|big query
Apache Kafka|kafka
RabbitMQ|rabbit mq
Apache Spark|spark|pyspark
Apache Airflow|airflow
Hadoop|apache hadoop
dbt|data build tool
GraphQL|graph ql
REST APIs|rest|rest api|restful|restful apis|restful web services
gRPC
Microservices|micro services|microservice architecture
Amazon Web Services|aws|amazon aws
Microsoft Azure|azure
Google Cloud Platform|gcp|google cloud
Docker|docker compose
Kubernetes|k8s
Helm
Terraform
Ansible
Puppet
Jenkins
GitHub Actions
GitLab CI|gitlab ci/cd
CI/CD|ci cd|continuous integration|continuous delivery|continuous deployment
Git
GitHub
GitLab
Subversion|svn
Linux|gnu/linux
Nginx
Prometheus
Grafana
Datadog
OpenTelemetry
DevOps|dev ops
Site Reliability Engineering|sre
Machine Learning|ml
Deep Learning
Natural Language Processing|nlp
Computer Vision
Large Language Models|llm|llms
Data Analysis|data analytics
Data Engineering
Data Science
Data Visualization|data visualisation
ETL|extract transform load
Power BI|microsoft power bi|powerbi
Tableau
Looker
Microsoft Excel|excel|ms excel
Microsoft Word|ms word
Microsoft PowerPoint|powerpoint|ms powerpoint
Microsoft Office|ms office|office suite|microsoft office suite
Google Sheets
SAP|sap erp
SAP S/4HANA|s/4hana|sap s4 hana|s4hana
Salesforce|sfdc|salesforce crm
HubSpot
Jira|atlassian jira
Confluence
Agile Methodologies|agile|agile methodology|agile development
Scrum
Kanban
Project Management
Product Management
Stakeholder Management
Test-Driven Development|tdd|test driven development
Unit Testing
Selenium
Cypress
Playwright
Jest
JUnit
Quality Assurance|qa
User Experience Design|ux|ux design|user experience
User Interface Design|ui design
Figma
Adobe Photoshop|photoshop
Adobe Illustrator|illustrator
Adobe InDesign|indesign
AutoCAD|auto cad
SolidWorks|solid works
Search Engine Optimization|seo|search engine optimisation
Google Analytics
Content Marketing
Social Media Marketing
Email Marketing|e-mail marketing
Customer Relationship Management|crm
Customer Service|customer support
Sales
Negotiation
Accounting
Bookkeeping
Financial Reporting
Budgeting
Human Resources|hr
Recruiting|recruitment|talent acquisition
Payroll
Supply Chain Management|scm|supply chain
Logistics
Procurement
Cybersecurity|cyber security|information security|infosec
Penetration Testing|pentesting|pen testing
Network Security
Cisco Networking|cisco
Blockchain
Solidity
Unity|unity3d
Unreal Engine
Embedded Systems
Arduino
Communication Skills|communication
Teamwork|team work|team player
Leadership
Problem Solving|problem-solving
Time Management
Critical Thinking
`

export type BuiltInSkill = { id: string; label: string; isLabel: boolean }

/** The built-in skills by folded name. */
export function builtInSkills(): ReadonlyMap<string, BuiltInSkill> {
  const skills = new Map<string, BuiltInSkill>()
  for (const list of lists.trim().split('\n')) {
    const [label = '', ...others] = list.split('|')
    const id = foldName(label)
    skills.set(id, { id, label, isLabel: true })
    for (const other of others) {
      const name = foldName(other)
      if (!skills.has(name)) skills.set(name, { id, label, isLabel: false })
    }
  }
  return skills
}

/** All names, for the test that none is listed twice. */
export function builtInNames(): string[] {
  return lists
    .trim()
    .split(/[\n|]/)
    .map((name) => foldName(name))
}
