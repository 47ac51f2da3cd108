// Recognises the markers in front of list items. Some characters are markers wherever they start a line. Others, such as a
// pictogram, an "o" or a dash without a space, are markers only if the line above or below starts with the same one.
import { isListItem } from '@gatehouse/reading/text-lines'

export type ItemMarker = {
  /** The character of the marker, or `1` for a number. */
  kind: string
  /** Letters of the line up to the item's words. */
  length: number
}

const certain = /^\s*(?<mark>\(?\d{1,2}[.)]|[a-z]\)|[^\s\p{L}\p{N}]\uFE0F?)\s+/u
/** Characters that start no ordinary line, beside those of `isListItem`. */
const further = /^\s*(?:(?:[~>›⁃∙◆◇♦⮞➜⇒☞✦✧❯▻▷◘¤§]|\(\d{1,2}\))\s+|•)/u
const repeated =
  /^\s*(?<mark>\p{Extended_Pictographic}\uFE0F?|[^\p{L}\p{N}\s"'“„«(¿¡#€$£&@*_|]|\*(?!\*)|o(?=\s))\s*(?=\S)/u

/** The marker of each line, undefined for a line that is not an item. */
export function findMarkers(lines: readonly string[]): (ItemMarker | undefined)[] {
  const candidates = lines.map((line) => repeated.exec(line))
  const marks = candidates.map((match) => match?.groups?.['mark'])
  return lines.map((line, index) => {
    if (isListItem(line) || further.test(line)) return markerOf(certain.exec(line) ?? candidates[index])
    const mark = marks[index]
    const isRepeated = mark !== undefined && neighbours(lines, index).some((at) => marks[at] === mark)
    return isRepeated ? markerOf(candidates[index]) : undefined
  })
}

function markerOf(match: RegExpExecArray | null | undefined): ItemMarker | undefined {
  const mark = match?.groups?.['mark']
  return match && mark !== undefined
    ? { kind: mark.replace(/\(?\d+[.)]/, '1').replace('\uFE0F', ''), length: match[0].length }
    : undefined
}

/** The closest lines with words above and below. */
function neighbours(lines: readonly string[], index: number): number[] {
  const isWritten = (line: string) => line.trim() !== ''
  const below = lines.slice(index + 1, index + 3).findIndex(isWritten)
  const above = lines.slice(Math.max(0, index - 2), index).findLastIndex(isWritten)
  return [...(below < 0 ? [] : [index + 1 + below]), ...(above < 0 ? [] : [Math.max(0, index - 2) + above])]
}
