// Makes spellings comparable. Folded text is for comparison only, never for display.

// oxlint-disable-next-line no-control-regex -- the pattern covers the whole ASCII range
const isAscii = /^[\u0000-\u007f]*$/

/** Removes case and accents. Precomposed and decomposed letters become equal. */
export function foldText(text: string): string {
  // Most lines of most texts are ASCII; decomposing accents costs ten times as much.
  if (isAscii.test(text)) return text.toLowerCase()
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  // The two common letters that Unicode does not decompose.
  return folded.replaceAll('ß', 'ss').replaceAll('ł', 'l')
}

/** Folds letter by letter, so that positions are those of the text: `foldText` makes two letters of ß. */
export function foldLetters(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => foldText(letter).charAt(0) || letter).join('')
}

/** Folds a phrase: no case, accents, dots or apostrophes, and single spaces. */
export function foldPhrase(text: string): string {
  return foldText(text)
    .replaceAll(/[.’'`´]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

export type FoldedPhrase = {
  text: string
  /** For each character of `text` and for its end, the offset in the source. */
  offsets: readonly number[]
}

/** Folds like `foldPhrase`, except that spaces at the ends stay, and keeps the position of each character. */
export function foldWithOffsets(source: string): FoldedPhrase {
  let text = ''
  const offsets: number[] = []
  let at = 0
  for (const character of source) {
    const folded = /\s/.test(character) ? ' ' : foldText(character).replaceAll(/[.’'`´]/g, '')
    if (folded !== ' ' || !text.endsWith(' ')) {
      text += folded
      for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at)
    }
    at += character.length
  }
  return { text, offsets: [...offsets, source.length] }
}
