// Words become terms, the unit in which what a job asks for and what a talent shows are compared. A term is the first
// six letters of a word without accents and case: crude, but the same for every language, so that a word's forms meet
// (inginer, inginerului; manage, managing) without a stemmer for each. Six is where both languages we can measure do
// well; five and seven are hardly worse.
const termLettersMax = 6

// Kept whole up to its last letter or digit, with what technical names carry: c++, c#, node.js, ci/cd has two.
const word = /[\p{L}\p{N}][\p{L}\p{N}+#]*(?:\.[\p{L}\p{N}]+)*/gu

// Words that say nothing but whether a person is a man or a woman. They are no terms at all, on either side, so that no
// score can hang on them.
const genderWords = new Set(
  (
    'he him his himself she her hers herself mr mrs ms miss sir madam man men woman women male female boy girl ' +
    'husband wife father mother gentleman lady domnul doamna domnisoara dl dna barbat femeie sot sotie tata mama ' +
    'el ea lui ei herr frau mann weiblich mannlich monsieur madame homme femme senor senora hombre mujer ' +
    'signor signora uomo donna'
  ).split(' '),
)

/** In the order of the text, with repetitions. */
export function readTerms(text: string): string[] {
  return (foldText(text).match(word) ?? [])
    .filter((found) => found.length > 1 && !genderWords.has(found))
    .map((found) => Array.from(found).slice(0, termLettersMax).join(''))
}

/** Each term once, in the order of the text. */
export function distinctTerms(text: string): string[] {
  return [...new Set(readTerms(text))]
}

// oxlint-disable-next-line no-control-regex -- the whole range is meant
const isAscii = /^[\u0000-\u007f]*$/

/** Without accents and case. Letters that are one character with their accent and letters that are two become equal. */
export function foldText(text: string): string {
  // Most lines of most texts; taking accents apart costs ten times as much.
  if (isAscii.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
