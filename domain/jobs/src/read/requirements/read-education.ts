// Reads the education that a line asks for: the lowest level that is enough, and the first field of study in the line's
// own words.
import { cutText } from '@gatehouse/reading/cut-text'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import {
  type EducationLevel,
  type FoundDegree,
  findDegrees,
  readLeastEducationLevel,
} from '@gatehouse/reading/levels'
import { wordPattern } from '@gatehouse/reading/word-pattern'

export type StatedEducation = { level: EducationLevel; field: string | null }

/** Students are asked to be enrolled, not to have a degree. */
const enrolled = wordPattern([
  'enrolled|student|students|studying|pursuing|eingeschrieben*|immatrikuliert*|studierende*|du studierst',
  'sie studieren|im laufenden studium|wahrend des studiums|etudiant*|convention de stage|en cours de',
  'preparant|preparez|inscrit*|estudiante|estudiantes|cursando|estudiando|matriculad*|convenio|studenta',
  'studenti|student(a)',
])

export function readEducation(text: string): StatedEducation | null {
  const level = readLeastEducationLevel(text)
  if (level === null || enrolled.test(foldPhrase(text))) return null
  return { level, field: level === 'secondary' ? null : readField(text, findDegrees(text)) }
}

const between = [
  String.raw`^[\s)’']*(?:\([^)]{0,60}\)\s*)?(?:(?:degree|abschluss|oder|or|ou|o|sau)\s+|[/,]\s*){0,2}`,
  String.raw`(?:\s?(?:/|à|a|-)?\s?(?:bac\s?)?\+\s?\d)?(?:/\d)?\s*`,
  String.raw`(?:(?:universitari[oa]|superior|supérieur|superioar[ăae]|profesional[ăa]?|absolvit[ăae]? cu diplomă|absolvit[ăae]?|finalizat[ăae]?|abgeschlossen),?\s+)?`,
].join('')
// The longest first: "in the field of" starts with "in".
const prepositions = [
  'in the fields? of|in the area of|in an? relevant|in an?|of science in|of arts in|of engineering in|in|of',
  [
    'im bereich der|im bereich des|im bereich|im fachbereich|im fach|in der fachrichtung|der fachrichtung',
    'fachrichtung|mit schwerpunkt|in den bereichen|in einem|in einer|der|des|im|als|zum/zur|zur/zum|zum|zur',
  ],
  [
    'dans le domaine de la|dans le domaine du|dans le domaine des|dans le domaine de|dans le|dans la|dans',
    'spécialité|option|en|de la|du|des|de|d',
  ],
  'en el área de|en el ámbito de|del área de|en|del|de la|de',
  'în domeniul|in domeniul|în specialitatea|în profilul|domeniul|în|in|din',
].join('|')
const introduction = new RegExp(`${between}(?:${prepositions})(?:\\s+|['’])`, 'iu')
const introduced = /(?:\s)(?:en|in|im)$/iu

const fieldEnd =
  /[,;:()–—]|\.(?:\s|$)|\s-\s|\s(?:or|oder|ou|o|u|sau|and|und|sowie|et|y|e|și|si|bzw\.?|with|mit|avec|con|cu|ist|is|are|sind|est|exigé\p{L}*|required|requis\p{L}*|obligatori\p{L}*|erforderlich|preferred|von|desirable|deseable|souhait\p{L}*|minimum|minim|jugé|équivalent\p{L}*|vergleichbar\p{L}*|similar|obligatoire|imprescindible|constituie|reprezintă|este|apprécié\p{L}*|impérati\p{L}*|plus|you|du|vous|wünschenswert\p{L}*)(?=\s|$)/iu
const fieldLettersMax = 60

function readField(text: string, degrees: readonly FoundDegree[]): string | null {
  for (const { start, end } of degrees.toReversed()) {
    const rest = text.slice(end)
    const lead = introduction.exec(rest)?.[0]
    if (lead !== undefined) return cut(rest.slice(lead.length))
    if (introduced.test(text.slice(start, end))) return cut(rest)
  }
  return compoundField(text, degrees) ?? adjectiveField(text, degrees)
}

function cut(rest: string): string | null {
  const field = cutText(rest.trimStart().split(fieldEnd, 1)[0]?.trim() ?? '', fieldLettersMax)
  // "CAP ou d'un BEP" names another degree, not a field.
  return /\p{L}{2}/u.test(field) && findDegrees(field).length === 0 ? field : null
}

const compound = /^(?<field>\p{L}{3,}?)s?-?(?:studium|ausbildung)$/iu
const generalPrefix =
  /^(?:hochschul|fachhochschul|universitat|universitäts?|bachelor|master|diplom|voll|berufs|fach|erst|aus)$/iu

/** The field within a German compound: "Informatikstudium". */
function compoundField(text: string, degrees: readonly FoundDegree[]): string | null {
  const fields = degrees.flatMap(
    ({ start, end }) => compound.exec(text.slice(start, end))?.groups?.['field'] ?? [],
  )
  return fields.find((field) => !generalPrefix.test(field)) ?? null
}

const notField = wordPattern([
  'a|an|the|qualified|educated|holder|holders|level|preferred|degree|is|ist|in|oder|or|your|completed|university|college|academic|relevant|related|good|recognised|recognized',
  'equivalent|bachelors|masters|or|and|minimum|least|first|higher|post|graduate|undergraduate|professional',
  'formal|eine|ein|einen|abgeschlossene*|erfolgreich*|mindestens|mit|gute|passende*|entsprechende*',
  'einschlagige*|vergleichbare*|anerkannte*|akademische*|hohere*|de|un|une|du|votre|tout|autre|niveau',
  'absolvite|absolvit*|finalizate|finalizat*|complete|incheiate|obligatorii|obligatoriu|superioare',
  'universitare|medii|in|cu|sau|constituie|necesare|relevante|exige|exigee|requis|requise|obligatoire',
  'souhaite|souhaitee|equivalente|imprescindible|requerida|requerido|finalizada|terminada|minima|deseable',
  'superior|universitaria|universitario|media|oficial|homologado|is|ist|est|es|este|required|preferred',
  'erforderlich|von|wunschenswert|certificat*|diploma|titulaire|titular',
])

/** An adjective or a noun beside the degree: "kaufmännische Ausbildung", "law degree", "studii superioare economice". */
function adjectiveField(text: string, degrees: readonly FoundDegree[]): string | null {
  const [first, last] = [degrees[0], degrees.at(-1)]
  if (!first || !last) return null
  const after = cut(/^\s+(?=\p{L}{4})/u.test(text.slice(last.end)) ? text.slice(last.end) : '')
  if (after !== null && !notField.test(foldPhrase(after.split(/\s/)[0] ?? ''))) return after
  const before = /(?:^|\s)(?<word>\p{L}[\p{L}-]{2,})\s+$/u.exec(text.slice(0, first.start))?.groups?.['word']
  return before !== undefined && !notField.test(foldPhrase(before)) ? before : null
}
