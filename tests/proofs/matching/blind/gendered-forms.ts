// Gendered words in five languages, written independently of the rules that fold them: `waiter/waitress`.
import { type CvLanguage, cvLanguages } from '../kit/cv-phrases.ts'
import { readLists } from '../kit/read-words.ts'

export type FormPair = readonly [male: string, female: string]

/** Pronouns and forms of address, which are a kind of swap of their own. */
const pronouns: Readonly<Record<CvLanguage, readonly FormPair[]>> = {
  en: [
    ['he', 'she'],
    ['him', 'her'],
    ['his', 'her'],
    ['himself', 'herself'],
    ['Mr', 'Mrs'],
    ['Sir', 'Madam'],
  ],
  de: [
    ['er', 'sie'],
    ['ihm', 'ihr'],
    ['seiner', 'ihrer'],
    ['seine', 'ihre'],
    ['Herr', 'Frau'],
  ],
  fr: [
    ['il', 'elle'],
    ['lui-même', 'elle-même'],
    ['celui', 'celle'],
    ['Monsieur', 'Madame'],
    ['M.', 'Mme'],
  ],
  es: [
    ['él', 'ella'],
    ['ellos', 'ellas'],
    ['señor', 'señora'],
    ['Sr.', 'Sra.'],
    ['don', 'doña'],
    ['D.', 'D.ª'],
  ],
  ro: [
    ['el', 'ea'],
    ['lui', 'ei'],
    ['acesta', 'aceasta'],
    ['însuși', 'însăși'],
    ['domnul', 'doamna'],
    ['dl.', 'dna.'],
  ],
}

export type GenderedWords = { forms: readonly FormPair[]; pronouns: readonly FormPair[] }

export function readGenderedWords(): Record<CvLanguage, GenderedWords> {
  const lists = readLists(new URL('gendered-forms.txt', import.meta.url))
  const read = (language: CvLanguage): GenderedWords => {
    const own = pronouns[language]
    const isPronoun = (word: string) => own.some((pair) => pair.includes(word))
    const pairs = (lists.get(language)?.[0] ?? []).map((pair): FormPair => {
      const [male = '', female = ''] = pair.split('/')
      return [male, female]
    })
    return { forms: pairs.filter(([male]) => !isPronoun(male)), pronouns: own }
  }
  return Object.fromEntries(cvLanguages.map((language) => [language, read(language)])) as Record<
    CvLanguage,
    GenderedWords
  >
}

/** Replaces each word by its counterpart, in both directions, and keeps an initial capital. */
export function swapGender(text: string, pairs: readonly FormPair[]): string {
  const other = new Map<string, string>()
  for (const [male, female] of pairs) {
    if (!other.has(male.toLowerCase())) other.set(male.toLowerCase(), female)
    if (!other.has(female.toLowerCase())) other.set(female.toLowerCase(), male)
  }
  const longestFirst = [...other.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => RegExp.escape(word))
  const words = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${longestFirst.join('|')})(?![\p{L}\p{N}])`, 'giu')
  return text.replaceAll(words, (word) => {
    const opposite = other.get(word.toLowerCase()) ?? word
    return /^\p{Lu}/u.test(word) ? opposite.charAt(0).toUpperCase() + opposite.slice(1) : opposite
  })
}
