import { franc } from 'franc-min'

// Below this, the letters are mostly names and numbers, and the guess is unreliable.
const lettersMin = 120
const sampleCharacters = 6_000

/** Returns an ISO 639-1 code, or null if the text is too short or its language is not in the list below. */
export function detectLanguage(text: string): string | null {
  const letters = text.slice(0, sampleCharacters).replace(/\S*[@/]\S*|[^\p{L}\s'’-]/gu, ' ')
  if ((letters.match(/\p{L}/gu)?.length ?? 0) < lettersMin) return null
  return shortCodes[franc(letters)] ?? null
}

// The European languages, and the largest others, that the library recognizes.
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
