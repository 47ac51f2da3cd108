// Jobs that a swap could move: each asks for the title and for gendered words of a CV, in either form.
import type { CvLanguage } from '../kit/cv-phrases.ts'

export type JobWords = {
  title: string
  /** Other gendered words of the CV. */
  forms: readonly string[]
  skills: readonly string[]
}

type JobPhrases = {
  tasks: string
  requirements: string
  years: (title: string) => string
  worked: (form: string) => string
  /** A degree, a language and a place. */
  stated: readonly [degree: string, language: string, place: string]
}

const phrases: Readonly<Record<CvLanguage, JobPhrases>> = {
  en: {
    tasks: 'Your tasks',
    requirements: 'Requirements',
    years: (title) => `3 years of experience as a ${title}`,
    worked: (form) => `You have worked as a ${form}`,
    stated: ['Bachelor’s degree', 'English B2', 'Location: Leeds, on site'],
  },
  de: {
    tasks: 'Ihre Aufgaben',
    requirements: 'Ihr Profil',
    years: (title) => `Mindestens 3 Jahre Erfahrung als ${title}`,
    worked: (form) => `Sie haben als ${form} gearbeitet`,
    stated: ['Bachelorabschluss', 'Deutsch B2', 'Arbeitsort: Leipzig, vor Ort'],
  },
  fr: {
    tasks: 'Vos missions',
    requirements: 'Profil recherché',
    years: (title) => `3 ans d’expérience comme ${title}`,
    worked: (form) => `Vous avez travaillé comme ${form}`,
    stated: ['Licence', 'Français B2', 'Lieu : Lyon, sur site'],
  },
  es: {
    tasks: 'Tus tareas',
    requirements: 'Requisitos',
    years: (title) => `3 años de experiencia como ${title}`,
    worked: (form) => `Has trabajado como ${form}`,
    stated: ['Grado universitario', 'Español B2', 'Lugar: Valencia, presencial'],
  },
  ro: {
    tasks: 'Responsabilități',
    requirements: 'Cerințe',
    years: (title) => `3 ani de experiență ca ${title}`,
    worked: (form) => `Ai lucrat ca ${form}`,
    stated: ['Studii superioare', 'Limba română B2', 'Locație: Cluj-Napoca, la sediu'],
  },
}

/** `isFull` adds a degree, a language and a place. */
export function writeJob(
  language: CvLanguage,
  { title, forms, skills }: JobWords,
  { isFull }: { isFull: boolean },
): string {
  const { tasks, requirements, years, worked, stated } = phrases[language]
  const [degree, spoken, place] = stated
  const [task = title, ...asked] = skills
  return [
    title,
    '',
    ...(isFull ? [place, ''] : []),
    tasks,
    `- ${task}`,
    '',
    requirements,
    `- ${years(title)}`,
    ...forms.map((form) => `- ${worked(form)}`),
    ...asked.map((skill) => `- ${skill}`),
    ...(isFull ? [`- ${degree}`, `- ${spoken}`] : []),
  ].join('\n')
}
