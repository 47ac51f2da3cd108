// Reads the languages that a line asks for, each with its level. A language that only describes something else, such as
// "the German market", is not asked for.
import { foldPhrase, foldWithOffsets } from '@gatehouse/reading/fold-text'
import { readLevelInWords } from '@gatehouse/reading/language-level-words'
import { type LanguageLevel, readLanguageLevel } from '@gatehouse/reading/levels'
import { wordPattern } from '@gatehouse/reading/word-pattern'

export type StatedLanguage = { code: string; level: LanguageLevel | null }

type Hit = { code: string; start: number; end: number }

// Forms that are not names of their own: "langue française", "limbii engleze", "englischer Sprache".
const inflected: Readonly<Record<string, string>> = {
  en: 'anglaise|inglesa|engleze|englezei|englische|englischen|englischer|englischem',
  de: 'allemande|alemana|germane|germanei|deutsche|deutschen|deutscher',
  fr: 'francaise|francesa|franceze|francezei|franzosische|franzosischen|franzosischer',
  es: 'espagnole|espanola|spaniole|spaniolei|spanische|spanischen|spanischer',
  ro: 'roumaine|rumana|romane|romanei|rumanische|rumanischer',
  it: 'italienne|italiana|italiene|italienei|italienische|italienischer',
  ru: 'russe|rusa|ruse|rusei|russische|russischer',
  nl: 'neerlandaise|neerlandesa|olandeza|olandeze',
  hu: 'hongroise|maghiare|maghiarei',
  pt: 'portugaise|portuguesa|portugheze|portughezei',
}
const inflectedCodes = new Map(
  Object.entries(inflected).flatMap(([code, forms]) => forms.split('|').map((form) => [form, code] as const)),
)
const languageNoun = wordPattern([
  'langue|langues|lengua|idioma|limba|limbii|limbilor|sprache|sprachkenntnisse|nativ*|maternelle|materna',
  'filologia',
])

const compound =
  /^(?<name>\p{L}{4,}?)-?(?:kenntnisse[ns]?|sprachkenntnisse[ns]?|sprachig\p{L}*|sprache|niveau|grundkenntnisse[ns]?|muttersprachler\p{L}*)$/u

/** Nouns that a language describes instead of being asked for: after it in English, before it in the other languages. */
const described =
  /^\s(?:(?:\p{L}+\s)?(?:laws?|legislation|regulations?)|markets?|tax|gaap|customers?|clients?|companies|company|cuisine|culture|literature|philology|accounting|teachers?|subsidiar\w*|offices?|team|colleagues|suppliers?|authorities|regulations?|standards?|speaking (?:market|countries|customers))(?!\p{L})/u
const describing =
  /(?:marche|droit|cuisine|legislation|clientele|clients|litterature|comptabilite|mercado|derecho|legislacion|filologia|cocina|clientes|literatura|piata|legislatia|dreptul|bucatarie|bucatariei|clienti|profesor de|profesor\/a de|profesora de|section|normativa|fiscalidad)\s$/u

/** A language that is taught or tested is a subject, not a language that the applicant speaks. */
const asSubject = wordPattern([
  'teaching|teach|testing system|ielts|toefl|philology|unterricht|unterrichten|enseignement|enseigner|ensenanza',
  'impartir|predare|predarea|predai|testul|filologie',
])

/** `languages`: codes by folded name. */
export function readLanguages(text: string, languages: ReadonlyMap<string, string>): StatedLanguage[] {
  // The article of "l'anglais" is a word of its own.
  const { text: folded, offsets } = foldWithOffsets(text.replaceAll(/['’]/g, ' '))
  if (asSubject.test(folded)) return []
  const hits = findNames(folded, languages)
  const levels = levelsOf(folded, hits, (start, end) =>
    text.slice(offsets[start] ?? 0, offsets[end] ?? text.length),
  )
  const found = hits.map(({ code }, index) => ({ code, level: levels[index] ?? null }))
  return found.filter(({ code }, index) => found.findIndex((one) => one.code === code) === index)
}

function findNames(folded: string, languages: ReadonlyMap<string, string>): Hit[] {
  return [...folded.matchAll(/\p{L}+(?:-(?=kenntniss|sprach|grund)\p{L}+)?/gu)].flatMap(
    ({ 0: word, index }) => {
      const code = codeOf(word, folded, languages)
      const [start, end] = [index, index + word.length]
      if (code === undefined || described.test(folded.slice(end)) || describing.test(folded.slice(0, start)))
        return []
      return [{ code, start, end }]
    },
  )
}

function codeOf(word: string, line: string, languages: ReadonlyMap<string, string>): string | undefined {
  const name = compound.exec(word)?.groups?.['name']
  const known = languages.get(word) ?? (name === undefined ? undefined : languages.get(name))
  if (known !== undefined) return otherWords.has(word) ? undefined : known
  const inflectedCode = inflectedCodes.get(word)
  return inflectedCode !== undefined && languageNoun.test(line) ? inflectedCode : undefined
}

/** Names of languages in other tongues that are words in the five languages of postings. */
const otherWords = new Set(
  'fines dan ir malta japan korea lets roman tai pools fins turku danes finn alban lati vene arab azeri estu iru valu nemet persa basca leton romania italia bulgaria albania georgia serbia armenia slovakia slovenia'.split(
    ' ',
  ),
)

const conjunctionOnly =
  /^[\s,/&+-]*(?:and|or|und|oder|sowie|et|ou|y|e|o|si|sau|as well as|like|auch|also)?[\s-]*(?:limba|l|le|la|de|the)?[\s-]*$/u

type Slice = (start: number, end: number) => string

/**
 * The level of a language stands before its name ("fluent German") or after it ("German C1"), and languages that are
 * only joined by "and" share one.
 */
function levelsOf(folded: string, hits: readonly Hit[], slice: Slice): (LanguageLevel | null)[] {
  const before = hits.map(({ start }, index) => slice(hits[index - 1]?.end ?? 0, start))
  const after = hits.map(({ end }, index) => slice(end, hits[index + 1]?.start ?? folded.length))
  const isBefore = readLevelInWords(before[0] ?? '') !== null && readLanguageLevel(after[0] ?? '') === null
  const own = hits.map((hit, index) => {
    const inName = readLevelInWords(slice(hit.start, hit.end))
    const stated = isBefore
      ? (readLevelInWords(before[index] ?? '') ??
        (index === hits.length - 1 ? readLanguageLevel(after[index] ?? '') : null))
      : readLevelInWords(after[index] ?? '')
    return stated ?? inName
  })
  const isJoined = (index: number) => conjunctionOnly.test(foldPhrase(before[index] ?? 'x'))
  if (isBefore) {
    for (let at = 1; at < own.length; at += 1)
      if (own[at] === null && isJoined(at)) own[at] = own[at - 1] ?? null
  } else {
    for (let at = own.length - 2; at >= 0; at -= 1)
      if (own[at] === null && isJoined(at + 1)) own[at] = own[at + 1] ?? null
  }
  return own
}
