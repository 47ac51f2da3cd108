// What a page draws, in the page's own space: points, y upwards. The adapter to pdf.js makes it, everything that is
// decided about a page is decided from it.

export type Point = readonly [x: number, y: number]

/** As in PDF: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type Box = { left: number; bottom: number; right: number; top: number }

export type Colour = readonly [red: number, green: number, blue: number]

/** Closed outlines, curves flattened. */
export type Region = { box: Box; outlines: readonly (readonly Point[])[] }

export type Glyph = {
  text: string
  /** Place in the drawing order of the page, shared with `Paint.order`. */
  order: number
  origin: Point
  /** Along the writing direction, in points. */
  advance: number
  /** Writing direction, a unit vector. */
  direction: Point
  /** Height of the font, and its width along the writing direction, which differ where letters are squeezed. */
  sizePt: number
  widthPt: number
  /** Null: a pattern, or a font that brings its own colours. */
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
  /** Null: a picture or a pattern, of which we do not know the colour at a point. */
  colour: Colour | null
  /** Below 1 the paint does not hide what is under it. */
  alpha: number
  isPicture: boolean
}

export type PageContent = { view: Box; glyphs: readonly Glyph[]; paints: readonly Paint[] }
