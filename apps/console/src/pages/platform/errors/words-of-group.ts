/** What differs between the errors of a group: quoted values, ids and numbers. */
const variable = /"[^"]*"|`[^`]*`|“[^”]*”|‘[^’]*’|\S*\d\S*/g

/**
 * A text that all lines of a group contain: the code if it has one, or else the longest piece of the message that does
 * not differ.
 */
export function wordsOfGroup({ message, code }: { message: string; code: string | null }): string {
  if (code !== null) return code
  const pieces = message.split(variable).map((piece) => piece.trim())
  return pieces.toSorted((a, b) => b.length - a.length)[0] ?? ''
}
