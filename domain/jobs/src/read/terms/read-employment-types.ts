// Reads whether the work is full or part time, and the kind of contract. A permanent contract alone says neither.
import { type WordList, wordPattern } from '@gatehouse/reading/word-pattern'
import type { EmploymentType, Stated } from '../../posting.ts'
import type { SectionedLine } from '../posting-line.ts'

const words: readonly (readonly [EmploymentType, WordList])[] = [
  [
    'full_time',
    [
      'full-time|full time|fulltime|vollzeit|vollzeitstelle|voll- oder teilzeit|voll- und teilzeit|voll-/teilzeit|ganztags',
      'temps plein|plein temps|temps complet|jornada completa|tiempo completo|norma intreaga|norma completa',
      'program intreg|program complet|timp complet|intreaga norma',
    ],
  ],
  [
    'part_time',
    [
      'part-time|part time|parttime|teilzeit|teilzeitstelle|teilzeitgeeignet|teilzeit*|*teilzeit|voll-/teilzeit|halbtags',
      'minijob|mini-job|temps partiel|mi-temps|tiempo parcial|media jornada|jornada parcial|jornada reducida',
      'timp partial|norma partiala|jumatate de norma|program redus|program partial|cu norma redusa',
    ],
  ],
  [
    'contractor',
    [
      'freelance|freelancer|freelancers|contractor|contractors|(contract)|b2b|self-employed|freiberuflich*|freie mitarbeit*',
      'freien mitarbeit|selbststandige mitarbeit|honorarbasis|independant|independante|auto-entrepreneur|portage salarial',
      'autonomo|autonoma|autonomos|por cuenta propia|contrato mercantil|pfa|prestari servicii|colaborator|freiberufler*',
    ],
  ],
  [
    'temporary',
    [
      'fixed-term|fixed term|temporary|temp contract|temp role|maternity cover|parental leave cover|seasonal|interim',
      'befristet*|befristung|elternzeitvertretung|mutterschutzvertretung|schwangerschaftsvertretung|krankheitsvertretung',
      'zeitarbeit|saisonstelle|saisonal|saisonkraft|saisonkrafte|saisonarbeit|aushilfe|projektbefristet*|saisonvertrag',
      'cdd|duree determinee|saisonnier|saisonniere|temporaire|remplacement|temporal|temporales|eventual|interinidad|interino',
      'interina|sustitucion|por campana|obra y servicio|fijo discontinuo|fijo-discontinuo|de duracion determinada',
      'perioada determinata|durata determinata|determinata|sezonier|sezoniera|temporar|temporara|inlocuire',
    ],
  ],
  [
    'volunteer',
    [
      'volunteer|volunteering|volunteers|ehrenamt|ehrenamtlich*|benevole|benevolat|benevoles|voluntario|voluntaria',
      'voluntariado|voluntario/a|voluntar|voluntari|voluntariat',
    ],
  ],
  ['per_diem', 'per diem|per-diem|prn|on-call basis|as-needed basis|auf abruf|bank staff'],
]
const patterns = words.map(([type, list]) => ({ type, pattern: wordPattern(list) }))
const notFixed = wordPattern(
  'nicht befristet|ohne befristung|no temporal|permanent rather than|not temporary',
)

/** A contract of some months: "12-month contract", "contrat de 6 mois". */
const months =
  /(?<!\p{L})(?:(?:\d{1,2}|six|nine|twelve)[\s-]months? (?:fixed|contract|cover|term)|contract (?:of|for) (?:\d{1,2}|six|nine|twelve) months|contrat de \p{L}*\d* ?mois|contrat de (?:\d{1,2}|six|neuf|douze) mois|contrato de (?:\d{1,2}|seis|nueve|doce) meses|contract pe (?:\d{1,2}|sase) luni|mission de \d{1,2} mois)(?!\p{L})/u

/** An internship is named by the title; elsewhere the word may be about the applicant's past. */
const internship = wordPattern([
  'intern|internship|praktikum|praktikant*|pflichtpraktikum|stagiaire|practicas|becario|becaria|becario/a|beca',
  'stagiu|stagiar|stagiara|practica|internships',
])
/** The French word is also English: a stage manager is not an intern. */
const frenchInternship =
  /^(?:offre de )?stage(?: [-–—(:]| (?:en|de|d|assistant|charge|h\/f|f\/h)|$)|(?:en|de|-|–) stage$/u

export function readEmploymentTypes(
  lines: readonly SectionedLine[],
  titleLine: number,
): Stated<EmploymentType>[] {
  const found = lines
    .filter(({ kind }) => kind !== 'must' && kind !== 'nice' && kind !== 'tasks')
    .flatMap((line) =>
      typesOf(line, line.number === titleLine).map((value) => ({ value, line: line.number })),
    )
  return found.filter(({ value }, index) => found.findIndex((one) => one.value === value) === index)
}

function typesOf({ folded, label, kind }: SectionedLine, isTitle: boolean): EmploymentType[] {
  // "Jornada: completa" states its value with its label.
  const said = label === 'jornada' ? `jornada ${folded}` : folded
  const types = patterns.filter(({ pattern }) => pattern.test(said)).map(({ type }) => type)
  const isFreelance = types.includes('contractor') && (isTitle || kind === 'terms')
  const isIntern = isTitle && (internship.test(folded) || frenchInternship.test(folded))
  const isFixed = (types.includes('temporary') || months.test(said)) && !notFixed.test(said)
  return [
    ...types.filter((type) => type === 'full_time' || type === 'part_time' || type === 'per_diem'),
    // A construction firm is a contractor too, so the word counts only where the terms are stated.
    ...(isFreelance ? ['contractor' as const] : []),
    ...(isFixed && !isFreelance ? ['temporary' as const] : []),
    ...(isIntern ? ['intern' as const] : []),
    ...(isTitle && types.includes('volunteer') ? ['volunteer' as const] : []),
  ]
}
