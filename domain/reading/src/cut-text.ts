/**
 * The beginning of a text, at most `lengthMax` UTF-16 units. A character of two units is not cut in half: Postgres stores no
 * half of one in `jsonb`.
 */
export function cutText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : text.slice(0, endOfCharacter(text, lengthMax))
}

/** Moves the end by one if it would split a surrogate pair. */
export function endOfCharacter(text: string, end: number): number {
  return (text.codePointAt(end - 1) ?? 0) > 0xff_ff ? end - 1 : end
}
