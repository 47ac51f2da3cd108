/**
 * The part of the page that a line is on; headers and footers are kept, because they often contain the contact details.
 */
export type LineRegion = 'body' | 'header' | 'footer'

/** One line as a person would read it. `number` is its position in `DocumentText.lines`, from 1. */
export type TextLine = {
  number: number
  text: string
  region: LineRegion
  /** Page number from 1; null if the format has no pages until it is printed. */
  page: number | null
  /** In points, with y pointing down from the top of the page; null if the format has no geometry. */
  box: LineBox | null
  /** Height of the letters in points; 0 if unknown. */
  sizePt: number
  isBold: boolean
  /** Whether the author marked it as a heading (by a Word style). */
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
  /** Pages that are images with an invisible text layer; the layer is not compared with the image. */
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

/** Text that a person cannot see. It is not part of `lines`. */
export type HiddenText = { page: number | null; trick: HidingTrick; text: string }
