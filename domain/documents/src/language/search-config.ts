// Which words are one word, by language: the stemmers that every Postgres brings.
const configs: Readonly<Record<string, string>> = {
  de: 'german',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}

export const searchConfigs: readonly string[] = ['simple', ...Object.values(configs)]

export function searchConfigOf(language: string | null): string {
  return (language === null ? undefined : configs[language]) ?? 'simple'
}
