// Insights name the words that they rest on; the transcript has the lines that contain them.
type Line = { id: string; speaker: string; text: string }

type Quote = { quote: string; speaker: string; lineId: string | undefined }

/** The line of each quote among the lines that are loaded. Quotes are verbatim, so the words decide. */
export function findQuotes(
  { quotes, speakers }: { quotes: readonly string[]; speakers: readonly string[] },
  lines: readonly Line[],
): readonly Quote[] {
  return quotes.map((quote, index) => {
    const speaker = speakers[index] ?? ''
    const spoken = lines.find((line) => line.speaker === speaker && line.text.includes(quote))
    return { quote, speaker, lineId: spoken?.id }
  })
}
