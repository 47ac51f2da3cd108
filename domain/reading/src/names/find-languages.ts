import { foldPhrase } from '../fold-text.ts'
import { type LanguageLevel, readLanguageLevel } from '../levels/levels.ts'
import type { SourceSpan, TextLine } from '../text-lines.ts'

export type FoundLanguage = { code: string; name: string; cefr: LanguageLevel | null; span: SourceSpan }

const locales = 'en de fr es it pt nl pl ro cs sk hu sv da nb fi el bg hr sl et lv lt uk ru tr'.split(' ')

const codes =
  'ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk kn ko lb lt lv mk ml mr ms mt nb ne nl no pa pl ps pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh'.split(
    ' ',
  )

/** Language codes by folded name, in all of the locales. */
export function languageNames(): Map<string, string> {
  const names = new Map<string, string>()
  for (const locale of locales) {
    const display = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' })
    for (const code of codes) {
      const name = foldPhrase(display.of(code) ?? '')
      if (name !== '' && !names.has(name)) names.set(name, code)
    }
  }
  for (const [name, code] of [
    ['mandarin', 'zh'],
    ['chinese', 'zh'],
    ['farsi', 'fa'],
    ['flemish', 'nl'],
    ['castellano', 'es'],
    ['norwegian', 'no'],
  ] as const) {
    names.set(name, code)
  }
  return names
}

/** Returns the two-letter code of a language, given its name in any known language or its two- or three-letter code. */
export function normaliseLanguage(name: string, names: ReadonlyMap<string, string>): string | undefined {
  const folded = foldPhrase(name)
  const found = names.get(folded)
  if (found !== undefined) return found
  if (!/^[a-z]{2,3}$/.test(folded)) return undefined
  const [code] = Intl.getCanonicalLocales(threeLetter[folded] ?? folded)
  return code !== undefined && codes.includes(code) ? code : undefined
}

/** The bibliographic codes of ISO 639-2, which `Intl` does not know; it knows the terminological ones. */
const threeLetter: Readonly<Record<string, string>> = {
  alb: 'sq',
  arm: 'hy',
  baq: 'eu',
  chi: 'zh',
  cze: 'cs',
  dut: 'nl',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gre: 'el',
  ice: 'is',
  mac: 'mk',
  may: 'ms',
  per: 'fa',
  rum: 'ro',
  slo: 'sk',
  wel: 'cy',
}

/** Finds languages with their levels, in lines that are known to list languages. */
export function findLanguages(
  lines: readonly TextLine[],
  names: ReadonlyMap<string, string>,
): FoundLanguage[] {
  return lines.flatMap((line) => {
    const words = [...line.text.matchAll(/\p{L}+/gu)]
    const hits = words.flatMap((match) => {
      const code = names.get(foldPhrase(match[0]))
      return code === undefined ? [] : [{ code, name: match[0], at: match.index }]
    })
    return hits.map(({ code, name, at }, index) => {
      const end = hits[index + 1]?.at ?? line.text.length
      const cefr = readLanguageLevel(line.text.slice(at, end))
      return { code, name, cefr, span: { line: line.number, start: at, end: at + name.length } }
    })
  })
}
