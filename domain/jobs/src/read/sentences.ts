// A full stop within an abbreviation or a number does not end a sentence; one after a level or a class does: "Klasse B. Wir".
const ends = /(?<=[^\s.]{3}[.!?]|\p{Ll}\s[A-C][12]?E?\.)\s+(?=[\p{Lu}„«"(¿¡])/u

/** Splits at the ends of sentences. */
export function sentencesOf(text: string): string[] {
  return text.split(ends)
}
