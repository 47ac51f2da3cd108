/** Makes spellings of a word comparable: no case, accents or dots. Not for display. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll(/[.’'`´]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
