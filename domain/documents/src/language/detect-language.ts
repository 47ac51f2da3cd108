import { franc } from 'franc-min'

// A few hundred letters tell a language; fewer are names and numbers.
const lettersMin = 120
const sampleCharacters = 6_000

/** ISO 639-1, or null where there is too little text, or the language is none of those that matter here. */
export function detectLanguage(text: string): string | null {
  const letters = text.slice(0, sampleCharacters).replace(/\S*[@/]\S*|[^\p{L}\s'’-]/gu, ' ')
  if ((letters.match(/\p{L}/gu)?.length ?? 0) < lettersMin) return null
  return shortCodes[franc(letters)] ?? null
}

// Those of Europe, and the largest of the world that the library tells apart.
const shortCodes: Readonly<Record<string, string>> = {
  arb: 'ar',
  bel: 'be',
  bos: 'bs',
  bul: 'bg',
  ces: 'cs',
  cmn: 'zh',
  deu: 'de',
  ell: 'el',
  eng: 'en',
  fra: 'fr',
  hin: 'hi',
  hrv: 'hr',
  hun: 'hu',
  ind: 'id',
  ita: 'it',
  jpn: 'ja',
  kor: 'ko',
  nld: 'nl',
  pes: 'fa',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  spa: 'es',
  srp: 'sr',
  swe: 'sv',
  tha: 'th',
  tur: 'tr',
  ukr: 'uk',
  vie: 'vi',
}
