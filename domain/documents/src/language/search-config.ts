// Text search configurations by language: the stemmers that every Postgres installation includes.
export const searchConfigs: Readonly<Record<string, string>> = {
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

export function searchConfigOf(language: string | null): string {
  return (language === null ? undefined : searchConfigs[language]) ?? 'simple'
}
