import { apply, multiply } from '../pdf/geometry.ts'
import type { Glyph, Matrix } from '../pdf/page-content.ts'
import type { GraphicsState } from './graphics-state.ts'
import { toNumber, toNumbers, toRecord } from './page-operation.ts'

/** The properties of a font that are needed to place its letters. */
export type PageFont = {
  isBold: boolean
  /** A Type 3 font, whose letters are drawings that may set their own colours. */
  isDrawn: boolean
  isVertical: boolean
  unitsPerEm: number
}

export type PlacedText = { glyphs: Glyph[]; position: readonly [x: number, y: number] }

type Placing = {
  state: GraphicsState
  font: PageFont
  order: number
  isInHiddenLayer: boolean
}

/** Places the letters of one showText operator, by the formulas of ISO 32000 §9.4.4. */
export function placeText(shown: unknown, placing: Placing): PlacedText {
  const { state, font } = placing
  const glyphs: Glyph[] = []
  let [x, y] = state.position
  for (const item of Array.isArray(shown) ? (shown as unknown[]) : []) {
    if (typeof item === 'number') {
      const shift = (-item / 1_000) * state.fontSize
      if (font.isVertical) y += shift
      else x += shift * state.horizontalScale
      continue
    }
    const { text, width, isSpace, fall } = readGlyph(item)
    const spacing = state.characterSpacing + (isSpace ? state.wordSpacing : 0)
    const advance = ((width / font.unitsPerEm) * state.fontSize + spacing) * state.horizontalScale
    const ink = (width / font.unitsPerEm) * state.fontSize * state.horizontalScale
    if (text !== '') glyphs.push(placeGlyph({ text, x, y, ink }, placing))
    if (font.isVertical) y += (fall / font.unitsPerEm) * state.fontSize - spacing
    else x += advance
  }
  return { glyphs, position: [x, y] }
}

function readGlyph(item: unknown) {
  const glyph = toRecord(item)
  return {
    text: typeof glyph['unicode'] === 'string' ? glyph['unicode'] : '',
    width: toNumber(glyph['width']),
    isSpace: glyph['isSpace'] === true,
    fall: toNumbers(glyph['vmetric'])[0] ?? -1_000,
  }
}

type GlyphPlace = { text: string; x: number; y: number; ink: number }

function placeGlyph({ text, x, y, ink }: GlyphPlace, placing: Placing): Glyph {
  const { state, font, order, isInHiddenLayer } = placing
  const matrix = multiply(state.transform, state.textMatrix)
  const [alongX, alongY] = along(matrix, Math.sign(ink) || 1)
  const isStroked = state.renderingMode % 4 === 1
  const colour = isStroked ? state.stroke : state.fill
  const heightPt = Math.abs(state.fontSize) * Math.hypot(matrix[2], matrix[3])
  const widthPt = Math.abs(state.fontSize * state.horizontalScale) * Math.hypot(matrix[0], matrix[1])
  return {
    text,
    order,
    origin: apply(matrix, [x, y + state.rise]),
    advance: Math.abs(ink) * Math.hypot(matrix[0], matrix[1]),
    direction: [alongX, alongY],
    sizePt: heightPt * emScale(font),
    widthPt: widthPt * emScale(font),
    colour: font.isDrawn || state.hasSoftMask ? null : colour,
    alpha: (isStroked ? state.strokeAlpha : state.fillAlpha) * state.groupAlpha,
    isPainted: state.renderingMode !== 3 && state.renderingMode !== 7,
    isInHiddenLayer,
    clip: state.clip,
    isBold: font.isBold,
  }
}

/**
 * A Type 3 font defines its own units in its font matrix, so its nominal font size alone does not give its size in
 * points.
 */
function emScale({ isDrawn, unitsPerEm }: PageFont): number {
  return isDrawn ? 1_000 / unitsPerEm : 1
}

function along(matrix: Matrix, sign: number): readonly [x: number, y: number] {
  const length = Math.hypot(matrix[0], matrix[1]) || 1
  return [(matrix[0] / length) * sign, (matrix[1] / length) * sign]
}
