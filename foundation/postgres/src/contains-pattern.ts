/** The pattern for `like` and `ilike` that finds the text anywhere, with the wildcards in it taken literally. */
export function containsPattern(text: string): string {
  return `%${escapePattern(text)}%`
}

/** Makes `like` and `ilike` take the wildcards in a text literally. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[%_\\]/g, String.raw`\$&`)
}
