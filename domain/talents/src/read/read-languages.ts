// Reads the languages that a person speaks: from the section of languages, from lines labelled with it, and from other
// lines that state a level beside a language. Lines of roles are not read: "taught English to beginners".
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { readLevelInWords } from '@gatehouse/reading/language-level-words'
import type { LanguageLevel } from '@gatehouse/reading/levels'
import type { SectionKind } from '@gatehouse/reading/section'
import type { ProfileLanguage } from '../profile.ts'
import type { CvLine } from './cv-lines.ts'

/** The first statement of a language that gives a level counts, or else its first mention. */
export function readLanguages(
  lines: readonly CvLine[],
  names: ReadonlyMap<string, string>,
): ProfileLanguage[] {
  const spoken = new Map<string, ProfileLanguage>()
  for (const line of lines.filter(mayStateLanguages)) {
    for (const { code, level } of findLanguages(contentOf(line), names)) {
      if (level === null && !isAboutLanguages(line)) continue
      const known = spoken.get(code)
      if (!known || (known.level === null && level !== null))
        spoken.set(code, { code, level, line: line.index })
    }
  }
  return [...spoken.values()].sort((one, other) => one.line - other.line)
}

const sections: ReadonlySet<SectionKind> = new Set([
  'languages',
  'skills',
  'summary',
  'other',
  'certifications',
])
const label =
  /^[^\p{L}]*(?:(?:foreign|other)\s+)?(?:languages?(?: skills)?|sprachen|sprachkenntnisse|fremdsprachen|langues?|idiomas?|limbi(?: str[aă]ine| vorbite)?)\s*[:：–-]\s*/iu

function mayStateLanguages({ section, text, isReadable }: CvLine): boolean {
  if (!isReadable || section === null || text.trim() === '') return false
  return sections.has(section) || label.test(text)
}

function isAboutLanguages({ section, text }: CvLine): boolean {
  return section === 'languages' || label.test(text)
}

function contentOf({ text }: CvLine): string {
  return text.replace(label, '')
}

type FoundLanguage = { code: string; level: LanguageLevel | null }

const separator = /[,;|•/\t]|\s[·]\s|\.\s| {2,}|\s(?:and|und|et|y|și|si|e)\s/u

/**
 * "English C1, German native" has a level after each language, "fluent German, basic French" before it, and "fluent in
 * English and German" states one level for both.
 */
function findLanguages(text: string, names: ReadonlyMap<string, string>): FoundLanguage[] {
  const found = findEach(text, names)
  const stated = new Set(found.map(({ level }) => level ?? readLevelInWords(text)))
  const [level = null] = stated
  // "Spanish and English, both native", "Ukrainisch und Russisch (Muttersprache)"
  const isShared = forBoth.test(foldPhrase(text)) || (found.length === 2 && joinedPair.test(text))
  return isShared && stated.size === 1 ? found.map(({ code }) => ({ code, level })) : found
}

const forBoth =
  /\b(?:both|beide[rs]?|all three|les deux|tous deux|toutes deux|ambos|ambas|ambele|amandoua|de naissance)\b/
const joinedPair = /^[^\p{L}]*\p{L}+\s+(?:and|und|et|y|e|și|si|&)\s+\p{L}+\s*(?:[(:–-]|\s\p{Ll})/u

function findEach(text: string, names: ReadonlyMap<string, string>): FoundLanguage[] {
  const parts = text.split(separator)
  let shared: LanguageLevel | null = null
  return parts.flatMap((part, index) => {
    const codes = languagesIn(part, names)
    const own = readLevelInWords(part)
    if (codes.length === 0) return []
    // A level in the part after the language, which names none itself: "English | C1", "English (spoken, C1)".
    const next = parts[index + 1]
    const following =
      own === null && next !== undefined && languagesIn(next, names).length === 0
        ? readLevelInWords(next)
        : null
    const level = own ?? following ?? shared
    shared = own !== null && isBeforeLanguage(part, names) ? own : null
    return codes.map((code) => ({ code, level }))
  })
}

function isBeforeLanguage(part: string, names: ReadonlyMap<string, string>): boolean {
  const words = [...part.matchAll(/\p{L}+/gu)]
  const first = words.find(([word]) => codeOf(word, names) !== undefined)
  return first !== undefined && readLevelInWords(part.slice(0, first.index)) !== null
}

function languagesIn(part: string, names: ReadonlyMap<string, string>): string[] {
  const words = part.match(/\p{L}+/gu) ?? []
  return [...new Set(words.flatMap((word) => codeOf(word, names) ?? []))]
}

/** "Englischkenntnisse" and "English-speaking" name a language too. */
function codeOf(word: string, names: ReadonlyMap<string, string>): string | undefined {
  if (word.length < 4 || !/^\p{L}/u.test(word)) return undefined
  const folded = foldPhrase(word)
  return names.get(folded) ?? names.get(folded.replace(/(?:kenntnisse|kenntnissen|sprachig)$/, ''))
}
