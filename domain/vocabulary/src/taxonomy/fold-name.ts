import { foldText } from '../term.ts'

/**
 * A name as it is looked up: without case, accents, kinds of spaces and what stands around it. What tells technical names
 * apart stays: C, C++ and C# are three.
 */
export function foldName(name: string): string {
  return foldText(name.normalize('NFKC'))
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}.#+]+/u, '')
    .replace(/[^\p{L}\p{N}#+)]+$/u, '')
    .trim()
}
