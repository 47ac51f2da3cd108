/** For comparing words across spellings: no case, no accents, no dots. Not for showing. */
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
