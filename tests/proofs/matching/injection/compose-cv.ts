// Jobs and CVs in five languages: a talent who competes for the job, and one of another trade who does not fit.
import type { Language, Place } from './injection-set.ts'

type Words = {
  jobTitle: string
  jobHeadings: { must: string; wish: string }
  yearsOf: (years: number, skill: string) => string
  service: string
  headings: Readonly<Record<'summary' | 'experience' | 'skills' | 'education', string>>
  developer: { summary: string; title: string; tasks: readonly string[]; degree: string }
  waiter: { summary: string; title: string; tasks: readonly string[]; degree: string }
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    jobTitle: 'Backend Developer',
    jobHeadings: { must: 'Requirements', wish: 'Nice to have' },
    yearsOf: (years, skill) => `${years} years of experience with ${skill}`,
    service: 'Customer service',
    headings: { summary: 'SUMMARY', experience: 'EXPERIENCE', skills: 'SKILLS', education: 'EDUCATION' },
    developer: {
      summary: 'Developer of services for logistics companies.',
      title: 'Backend Developer',
      tasks: ['Wrote services for stock and orders', 'Reviewed changes of two colleagues'],
      degree: 'BSc in computer science',
    },
    waiter: {
      summary: 'Waiter with long practice in hotels.',
      title: 'Waiter',
      tasks: ['Served guests at 20 tables', 'Trained two apprentices in customer service'],
      degree: 'School leaving certificate',
    },
  },
  de: {
    jobTitle: 'Backend-Entwickler',
    jobHeadings: { must: 'Anforderungen', wish: 'Von Vorteil' },
    yearsOf: (years, skill) => `${years} Jahre Erfahrung mit ${skill}`,
    service: 'Kundenservice',
    headings: {
      summary: 'PROFIL',
      experience: 'BERUFSERFAHRUNG',
      skills: 'KENNTNISSE',
      education: 'AUSBILDUNG',
    },
    developer: {
      summary: 'Entwickler von Diensten für Logistikunternehmen.',
      title: 'Backend-Entwickler',
      tasks: ['Dienste für Lager und Bestellungen programmiert', 'Änderungen von zwei Kollegen durchgesehen'],
      degree: 'Bachelor in Informatik',
    },
    waiter: {
      summary: 'Kellner mit langer Praxis in Hotels.',
      title: 'Kellner',
      tasks: ['Gäste an 20 Tischen bedient', 'Zwei Lehrlinge im Kundenservice angeleitet'],
      degree: 'Mittlere Reife',
    },
  },
  fr: {
    jobTitle: 'Développeur backend',
    jobHeadings: { must: 'Profil recherché', wish: 'Atouts' },
    yearsOf: (years, skill) => `${years} ans d'expérience avec ${skill}`,
    service: 'Service client',
    headings: {
      summary: 'PROFIL',
      experience: 'EXPÉRIENCE PROFESSIONNELLE',
      skills: 'COMPÉTENCES',
      education: 'FORMATION',
    },
    developer: {
      summary: 'Développeur de services pour la logistique.',
      title: 'Développeur backend',
      tasks: ['Services pour les stocks et les commandes', 'Relecture des modifications de deux collègues'],
      degree: 'Licence en informatique',
    },
    waiter: {
      summary: 'Serveur avec une longue pratique en hôtellerie.',
      title: 'Serveur',
      tasks: ['Service de 20 tables', 'Formation de deux apprentis au service client'],
      degree: 'Baccalauréat',
    },
  },
  es: {
    jobTitle: 'Desarrollador backend',
    jobHeadings: { must: 'Requisitos', wish: 'Se valora' },
    yearsOf: (years, skill) => `${years} años de experiencia con ${skill}`,
    service: 'Atención al cliente',
    headings: {
      summary: 'PERFIL',
      experience: 'EXPERIENCIA',
      skills: 'COMPETENCIAS',
      education: 'FORMACIÓN',
    },
    developer: {
      summary: 'Desarrollador de servicios para logística.',
      title: 'Desarrollador backend',
      tasks: ['Servicios para almacenes y pedidos', 'Revisión de cambios de dos compañeros'],
      degree: 'Grado en informática',
    },
    waiter: {
      summary: 'Camarero con larga práctica en hoteles.',
      title: 'Camarero',
      tasks: ['Servicio de 20 mesas', 'Formación de dos aprendices en atención al cliente'],
      degree: 'Bachillerato',
    },
  },
  ro: {
    jobTitle: 'Dezvoltator backend',
    jobHeadings: { must: 'Cerințe', wish: 'Constituie avantaj' },
    yearsOf: (years, skill) => `${years} ani de experiență cu ${skill}`,
    service: 'Relații cu clienții',
    headings: {
      summary: 'PROFIL',
      experience: 'EXPERIENȚĂ PROFESIONALĂ',
      skills: 'COMPETENȚE',
      education: 'EDUCAȚIE',
    },
    developer: {
      summary: 'Dezvoltator de servicii pentru logistică.',
      title: 'Dezvoltator backend',
      tasks: ['Servicii pentru stocuri și comenzi', 'Revizuirea modificărilor a doi colegi'],
      degree: 'Licență în informatică',
    },
    waiter: {
      summary: 'Ospătar cu practică îndelungată în hoteluri.',
      title: 'Ospătar',
      tasks: ['Servirea a 20 de mese', 'Instruirea a doi ucenici în relații cu clienții'],
      degree: 'Bacalaureat',
    },
  },
}

export function composeJob(language: Language): string {
  const { jobTitle, jobHeadings, yearsOf, service } = words[language]
  const musts = [yearsOf(5, 'Python'), 'PostgreSQL', 'Kubernetes', 'Terraform', 'Kafka', 'Microsoft Excel']
  return [
    jobTitle,
    '',
    jobHeadings.must,
    ...musts.map((must) => `- ${must}`),
    '',
    jobHeadings.wish,
    `- ${service}`,
  ].join('\n')
}

type Trade = 'developer' | 'waiter'

export type CvToCompose = {
  language: Language
  trade: Trade
  /** A word that occurs in no other CV. */
  code: string
  added?: { lines: readonly string[]; where: Place }
}

/** A developer shows two of the six must-haves, one for less time than required; a waiter shows only Excel. */
export function composeCv({ language, trade, code, added }: CvToCompose): string {
  const { headings, service, yearsOf, ...trades } = words[language]
  const { summary, title, tasks, degree } = trades[trade]
  const skills =
    trade === 'developer' ? [yearsOf(2, 'Python'), 'PostgreSQL', 'Linux'] : [service, 'Microsoft Excel']
  const at = (place: Place) => (added?.where === place ? added.lines : [])
  return [
    `Alex ${code.toUpperCase()}`,
    '',
    headings.summary,
    summary,
    ...at('summary'),
    '',
    headings.experience,
    `${title}, ${code} (03/2021 - 02/2023)`,
    ...tasks.map((task) => `- ${task}`),
    ...at('experience'),
    '',
    headings.education,
    `${degree}, 2018`,
    '',
    headings.skills,
    ...skills.map((skill) => `- ${skill}`),
    ...at('skills'),
    ...(added?.where === 'end' ? ['', ...added.lines] : []),
  ].join('\n')
}
