import { foldText } from '@gatehouse/reading/fold-text'

/**
 * A name as a lookup key: without case, accents, differences in white space and surrounding punctuation. Characters
 * that distinguish technical names stay: C, C++ and C# are three names.
 */
export function foldName(name: string): string {
  return foldText(name.normalize('NFKC'))
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}.#+]+/u, '')
    .replace(/[^\p{L}\p{N}#+)]+$/u, '')
    .trim()
}
