// What a page draws, in page space: points, with y pointing up. The pdf.js adapter produces it, and every decision
// about a page is based on it.

export type Point = readonly [x: number, y: number]

/** As in PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type Box = { left: number; bottom: number; right: number; top: number }

export type Colour = readonly [red: number, green: number, blue: number]

/** Closed outlines, curves flattened. */
export type Region = { box: Box; outlines: readonly (readonly Point[])[] }

export type Glyph = {
  text: string
  /** Position in the drawing order of the page, shared with `Paint.order`. */
  order: number
  origin: Point
  /** Width along the writing direction, in points. */
  advance: number
  /** Writing direction, a unit vector. */
  direction: Point
  /** Height of the font, and its width along the writing direction; they differ if the letters are squeezed. */
  sizePt: number
  widthPt: number
  /** Null for a pattern, or for a font with colours of its own. */
  colour: Colour | null
  alpha: number
  isPainted: boolean
  isInHiddenLayer: boolean
  clip: readonly Region[]
  isBold: boolean
}

export type Paint = {
  order: number
  region: Region
  clip: readonly Region[]
  /** Null for an image or a pattern, whose colour at a given point is unknown. */
  colour: Colour | null
  /** Below 1 the paint does not hide what is below it. */
  alpha: number
  isImage: boolean
}

export type PageContent = { view: Box; glyphs: readonly Glyph[]; paints: readonly Paint[] }
