// A full stop within an abbreviation or a number does not end a sentence; one after a level or a class does: "Klasse B. Wir".
const abbreviation = String.raw`(?<!(?:^|[\s(])(?:Col|Str|Inc|Ltd|Corp|Prof|Tel|Ave|Blvd|Ing|Lic|Mag|Dipl|Eidg|eidg|staatl|anerk|evtl|gepr|Sra|Mme|mun|jud|sec|bzw|ggf|inkl|exkl|zzgl|usw|vgl|min|max|approx|dept)\.)`
const ends = new RegExp(
  String.raw`(?<=[^\s.]{3}[.!?]|\p{Ll}\s[A-C][12]?E?\.)${abbreviation}\s+(?=[\p{Lu}„«"(¿¡])`,
  'u',
)

/** Splits at the ends of sentences. */
export function sentencesOf(text: string): string[] {
  return text.split(ends)
}
