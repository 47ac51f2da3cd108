/** Where a line stands; headers and footers are kept, because contact data often lives there. */
export type LineRegion = 'body' | 'header' | 'footer'

/** One line as a person would read it. Its number is its place in `DocumentText.lines`, from 1. */
export type TextLine = {
  number: number
  text: string
  region: LineRegion
  /** From 1; null where the format has no pages until it is printed. */
  page: number | null
  /** In points, y downwards from the page's top; null where the format has no geometry. */
  box: LineBox | null
  /** Height of the letters in points, 0 where unknown. */
  sizePt: number
  isBold: boolean
  /** The author marked it as a heading (a Word style). */
  isMarkedHeading: boolean
}

export type LineBox = { left: number; top: number; right: number; bottom: number }

/** The target of a link, which a reader can follow but does not see. */
export type DocumentLink = { page: number | null; url: string }

export type DocumentKind = 'text' | 'pdf' | 'docx' | 'xml'

export type DocumentText = {
  kind: DocumentKind
  pages: number | null
  lines: readonly TextLine[]
  links: readonly DocumentLink[]
  hidden: readonly HiddenText[]
  /** Some pages are pictures with an invisible text layer, which nobody can compare with the picture here. */
  ocrPages: readonly number[]
  /** Embedded XML of a Europass document: an exact description that needs no model. */
  europassXml: string | null
}

export type HidingTrick =
  | 'invisible_ink'
  | 'tiny'
  | 'transparent'
  | 'off_page'
  | 'covered'
  | 'clipped'
  | 'render_mode'
  | 'hidden_layer'
  | 'vanished'

/** Text that a person cannot see. It is not in `lines`. */
export type HiddenText = { page: number | null; trick: HidingTrick; text: string }
