// What the CVs and jobs of the demo company are made of: eight professions, three of them in German.
export type Profession = {
  language: 'en' | 'de'
  job: { title: string; intro: string; requirements: readonly string[]; duties: readonly string[] }
  titles: readonly string[]
  employers: readonly string[]
  duties: readonly string[]
  skills: readonly string[]
  degrees: readonly string[]
}

export const professions: readonly Profession[] = [
  {
    language: 'en',
    job: {
      title: 'Frontend Engineer',
      intro: 'We build the booking pages of 400 clinics and care about accessibility.',
      requirements: [
        '4 years of experience with React and TypeScript',
        'CSS',
        'Playwright or Cypress',
        'English C1',
      ],
      duties: [
        'Build pages that work with a keyboard and a screen reader',
        'Measure and improve loading times',
      ],
    },
    titles: ['Senior Frontend Engineer', 'Frontend Engineer', 'Junior Web Developer'],
    employers: ['Clinify GmbH', 'Brightdesk', 'Pixelwerk AG', 'Marlow Digital', 'Tidal Labs'],
    duties: [
      'Rebuilt the booking pages with React and TypeScript',
      'Wrote end-to-end tests with Playwright',
      'Cut the first paint from 3.1 s to 0.9 s',
      'Introduced a design system in Storybook',
      'Fixed 120 accessibility findings with axe',
    ],
    skills: ['React', 'TypeScript', 'JavaScript', 'CSS', 'Playwright', 'GraphQL', 'Storybook'],
    degrees: ['BSc Computer Science', 'BA Media Design', 'MSc Human-Computer Interaction'],
  },
  {
    language: 'en',
    job: {
      title: 'Data Analyst',
      intro: 'Our retail team decides by numbers and needs someone who can explain them.',
      requirements: ['3 years of experience with SQL', 'Python', 'Power BI or Tableau', "Bachelor's degree"],
      duties: ['Build and explain the weekly sales report', 'Find out why customers leave'],
    },
    titles: ['Senior Data Analyst', 'Data Analyst', 'Reporting Assistant'],
    employers: ['Kaufland Retail Services', 'Northwind Stores', 'Havel Insights', 'Loomis Market Research'],
    duties: [
      'Built dashboards in Power BI for 60 store managers',
      'Moved the weekly report from Excel to SQL and Python',
      'Analysed the churn of 200,000 loyalty customers',
      'Ran A/B tests of prices with the category team',
    ],
    skills: ['SQL', 'Python', 'Power BI', 'Tableau', 'Excel', 'Statistics'],
    degrees: ['BSc Statistics', 'MSc Economics', 'BSc Business Informatics'],
  },
  {
    language: 'en',
    job: {
      title: 'Site Reliability Engineer',
      intro: 'Our platform serves logistics companies around the clock.',
      requirements: [
        '5 years of experience with Linux',
        'Kubernetes',
        'Terraform',
        'Prometheus',
        'On-call duty',
      ],
      duties: ['Keep the platform available', 'Automate what people do by hand'],
    },
    titles: ['Site Reliability Engineer', 'DevOps Engineer', 'System Administrator'],
    employers: ['Fleetline GmbH', 'Cargonaut', 'Harbor Cloud', 'Rheinwerk Hosting'],
    duties: [
      'Moved 40 services to Kubernetes on three regions',
      'Described the infrastructure in Terraform',
      'Set up alerts in Prometheus and Grafana',
      'Was on call every fourth week and led the reviews of incidents',
    ],
    skills: ['Linux', 'Kubernetes', 'Terraform', 'Prometheus', 'PostgreSQL', 'Go', 'Bash'],
    degrees: ['BSc Computer Science', 'Diploma in Electrical Engineering', 'BEng Networks'],
  },
  {
    language: 'en',
    job: {
      title: 'Account Executive, Logistics',
      intro: 'You win mid-sized forwarders for our transport software.',
      requirements: [
        '3 years of experience in B2B sales',
        'Salesforce',
        'English and German',
        'Driving licence',
      ],
      duties: ['Own the pipeline from the first call to the contract', 'Visit customers two days a week'],
    },
    titles: ['Account Executive', 'Inside Sales Manager', 'Sales Representative'],
    employers: ['Transporeon', 'Cargonaut', 'Dachser Services', 'Veloway Software'],
    duties: [
      'Won 34 new customers worth 1.2 million euros a year',
      'Kept the pipeline in Salesforce',
      'Trained six new colleagues in B2B sales',
      'Negotiated framework contracts with forwarders',
    ],
    skills: ['B2B sales', 'Salesforce', 'Negotiation', 'CRM', 'Presentation'],
    degrees: ['BA Business Administration', 'MBA', 'BSc International Business'],
  },
  {
    language: 'en',
    job: {
      title: 'HR Business Partner',
      intro: 'You advise the managers of two warehouses with 600 employees.',
      requirements: [
        '5 years of experience in human resources',
        'German labour law',
        'Recruiting',
        'SAP SuccessFactors',
      ],
      duties: ['Advise managers', 'Run the yearly salary review'],
    },
    titles: ['HR Business Partner', 'HR Manager', 'Recruiter'],
    employers: ['Otto Fulfilment', 'Lindner Hotels', 'Havel Insights', 'Marlow Digital'],
    duties: [
      'Advised 25 managers on labour law and performance',
      'Filled 80 positions a year, from drivers to controllers',
      'Introduced SAP SuccessFactors at three sites',
      'Negotiated shift plans with the works council',
    ],
    skills: ['Recruiting', 'Labour law', 'SAP SuccessFactors', 'Onboarding', 'Coaching'],
    degrees: ['MA Psychology', 'BA Business Administration', 'LLB Law'],
  },
  {
    language: 'de',
    job: {
      title: 'Pflegefachkraft (m/w/d) Innere Medizin',
      intro: 'Unsere Station hat 32 Betten und ein eingespieltes Team.',
      requirements: [
        'Abgeschlossene Ausbildung als Pflegefachkraft',
        '2 Jahre Berufserfahrung',
        'Wundversorgung',
        'Schichtdienst',
        'Deutsch B2',
      ],
      duties: ['Grund- und Behandlungspflege', 'Dokumentation der Pflege'],
    },
    titles: ['Pflegefachkraft', 'Gesundheits- und Krankenpflegerin', 'Pflegehelferin'],
    employers: [
      'Klinikum Bremen-Mitte',
      'Charité Berlin',
      'Asklepios Klinik Hamburg',
      'Seniorenstift Am Park',
    ],
    duties: [
      'Versorgung von bis zu zwölf Patienten pro Schicht',
      'Wundversorgung und Medikamentengabe',
      'Anleitung von Auszubildenden',
      'Dokumentation der Pflege im Krankenhausinformationssystem',
    ],
    skills: [
      'Wundversorgung',
      'Grundpflege',
      'Behandlungspflege',
      'Pflegedokumentation',
      'Notfallmanagement',
    ],
    degrees: ['Ausbildung zur Gesundheits- und Krankenpflegerin', 'Ausbildung zur Pflegefachkraft'],
  },
  {
    language: 'de',
    job: {
      title: 'Buchhalter (m/w/d)',
      intro: 'Sie verstärken die Finanzbuchhaltung eines Familienunternehmens.',
      requirements: [
        '3 Jahre Berufserfahrung in der Finanzbuchhaltung',
        'DATEV',
        'Monatsabschluss',
        'MS Excel',
      ],
      duties: ['Debitoren- und Kreditorenbuchhaltung', 'Vorbereitung des Jahresabschlusses'],
    },
    titles: ['Bilanzbuchhalter', 'Finanzbuchhalterin', 'Sachbearbeiterin Buchhaltung'],
    employers: ['Steuerkanzlei Brandt', 'Möbelhaus Krüger', 'Stadtwerke Kassel', 'Hansa Spedition'],
    duties: [
      'Monats- und Jahresabschlüsse nach HGB',
      'Debitoren- und Kreditorenbuchhaltung mit DATEV',
      'Umsatzsteuervoranmeldungen',
      'Einführung der digitalen Belegerfassung',
    ],
    skills: ['DATEV', 'MS Excel', 'Monatsabschluss', 'HGB', 'SAP FI'],
    degrees: [
      'Ausbildung zur Steuerfachangestellten',
      'Bilanzbuchhalter (IHK)',
      'Bachelor Betriebswirtschaft',
    ],
  },
  {
    language: 'de',
    job: {
      title: 'Elektroniker (m/w/d) Betriebstechnik',
      intro: 'Sie halten die Anlagen unseres Werks in Kassel in Betrieb.',
      requirements: [
        'Abgeschlossene Ausbildung als Elektroniker',
        'SPS-Programmierung',
        'Instandhaltung',
        'Führerschein Klasse B',
      ],
      duties: ['Wartung und Reparatur der Anlagen', 'Fehlersuche in Steuerungen'],
    },
    titles: ['Elektroniker für Betriebstechnik', 'Servicetechniker', 'Mechatroniker'],
    employers: ['Volkswagen Werk Kassel', 'Bosch Rexroth', 'Wintershall Service', 'Stadtwerke Kassel'],
    duties: [
      'Instandhaltung von Förderanlagen und Schaltschränken',
      'SPS-Programmierung mit Siemens S7',
      'Fehlersuche in Antrieben und Steuerungen',
      'Prüfung elektrischer Anlagen nach DGUV V3',
    ],
    skills: ['SPS-Programmierung', 'Siemens S7', 'Instandhaltung', 'Schaltschrankbau', 'Elektrotechnik'],
    degrees: ['Ausbildung zum Elektroniker', 'Staatlich geprüfter Techniker', 'Ausbildung zum Mechatroniker'],
  },
]
