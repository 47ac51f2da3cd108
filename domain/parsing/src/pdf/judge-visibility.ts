// Decides which letters of a page a person can see. Every letter is judged at its centre: what is drawn below and above
// it, whether it is on the page and large enough. If unsure, the letter counts as visible: the filter drops and reports
// only text that is certainly hidden, and must not lose a word of an honest document.
import { areaOf, intersect, isInBox, isInRegion } from './geometry.ts'
import type { Colour, Glyph, PageContent, Paint, Point } from './page-content.ts'
import type { HidingTrick } from '../document-text.ts'

/** Two colours count as equal if no channel (0 to 255) differs by this much. */
const sameColour = 24
const tinyPt = 3
const opaque = 0.98
const transparent = 0.06
/** If an image covers this share of the page and the text is invisible, the page is a scan with an OCR text layer. */
const scanArea = 0.5
const scanShare = 0.9

export type JudgedPage = {
  visible: readonly Glyph[]
  hidden: readonly { glyph: Glyph; trick: HidingTrick }[]
  isScan: boolean
}

const white: Colour = [255, 255, 255]

export function judgeVisibility(page: PageContent): JudgedPage {
  const visible: Glyph[] = []
  const hidden: { glyph: Glyph; trick: HidingTrick }[] = []
  for (const glyph of page.glyphs) {
    const trick = glyph.text.trim() === '' ? undefined : findTrick(page, glyph)
    if (trick === undefined) visible.push(glyph)
    else hidden.push({ glyph, trick })
  }
  if (!isScanned(page, visible, hidden)) return { visible, hidden, isScan: false }
  const dropped = hidden.filter(({ trick }) => trick !== 'render_mode' && trick !== 'covered')
  const gone = new Set(dropped.map(({ glyph }) => glyph))
  return { visible: page.glyphs.filter((glyph) => !gone.has(glyph)), hidden: dropped, isScan: true }
}

function findTrick(page: PageContent, glyph: Glyph): HidingTrick | undefined {
  const point = centreOf(glyph)
  if (glyph.isInHiddenLayer) return 'hidden_layer'
  if (!glyph.isPainted) return 'render_mode'
  if (glyph.alpha < transparent) return 'transparent'
  if (!isInBox(page.view, point)) return 'off_page'
  if (Math.min(glyph.sizePt, glyph.widthPt) < tinyPt) return 'tiny'
  if (!glyph.clip.every((region) => isInRegion(region, point))) return 'clipped'
  const at = page.paints.filter((paint) => isAt(paint, point))
  if (at.some((paint) => paint.order > glyph.order && paint.alpha >= opaque)) return 'covered'
  if (glyph.colour === null) return undefined
  const background = backgroundAt(at.filter((paint) => paint.order < glyph.order))
  if (background === null) return undefined
  return isSameColour(blend(glyph.colour, background, glyph.alpha), background) ? 'invisible_ink' : undefined
}

function centreOf({ origin, direction, advance, sizePt }: Glyph): Point {
  const [alongX, alongY] = direction
  return [
    origin[0] + (alongX * advance) / 2 - alongY * sizePt * 0.3,
    origin[1] + (alongY * advance) / 2 + alongX * sizePt * 0.3,
  ]
}

function isAt(paint: Paint, point: Point): boolean {
  return isInRegion(paint.region, point) && paint.clip.every((region) => isInRegion(region, point))
}

/** The colour that the letter is drawn on; null if it is drawn on an image or a pattern. */
function backgroundAt(under: readonly Paint[]): Colour | null {
  let background: Colour | null = white
  for (const { colour, alpha } of under) {
    if (colour === null) background = null
    else if (alpha >= opaque) background = colour
    else background = background && blend(colour, background, alpha)
  }
  return background
}

function blend(over: Colour, under: Colour, alpha: number): Colour {
  const mix = (one: number, other: number) => one * alpha + other * (1 - alpha)
  return [mix(over[0], under[0]), mix(over[1], under[1]), mix(over[2], under[2])]
}

function isSameColour(one: Colour, other: Colour): boolean {
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < sameColour)
}

function isScanned(
  { view, paints }: PageContent,
  visible: readonly Glyph[],
  hidden: readonly { trick: HidingTrick }[],
): boolean {
  const hasScan = paints.some(
    ({ isImage, region }) => isImage && areaOf(intersect(region.box, view)) >= scanArea * areaOf(view),
  )
  const letters = visible.filter(({ text }) => text.trim() !== '').length
  const layer = hidden.filter(({ trick }) => trick === 'render_mode' || trick === 'covered').length
  return hasScan && layer > 0 && layer >= scanShare * (letters + hidden.length)
}
