import { foldText } from '@gatehouse/reading/fold-text'

/** Frequent words that the other languages lack or rarely use, as `foldText` returns them. */
const frequent: Readonly<Record<string, string>> = {
  en: 'the and you your with for we our are of to will have is or at be as an from by every per this',
  de: 'und der die das sie wir mit fur du dein ihre bei von im zur ein eine oder auf ist',
  fr: 'et le les des vous nous une votre pour dans sur est du aux avec au ou nos notre',
  es: 'y el los las del una con para por que en se al nuestra tu te un como de',
  ro: 'si de la in cu pentru sau este un o pe din ai sa ce vei al noastra care',
}

const sets = Object.entries(frequent).map(([code, words]) => ({ code, words: new Set(words.split(' ')) }))
const lettersMax = 20_000
const hitsMin = 2

/**
 * Returns the code of the language whose frequent words the text uses most; null if it uses hardly any, or those of two
 * languages equally.
 */
export function detectLanguage(text: string): string | null {
  const words = foldText(text.slice(0, lettersMax)).match(/\p{L}+/gu) ?? []
  const counts = sets.map(({ code, words: known }) => ({
    code,
    count: words.filter((word) => known.has(word)).length,
  }))
  const [best, second] = counts.sort((one, other) => other.count - one.count)
  const isClear = best && best.count >= hitsMin && best.count > (second?.count ?? 0)
  return isClear ? best.code : null
}
