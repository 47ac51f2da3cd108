import { type TextLine, splitLines } from '@gatehouse/reading/text-lines'

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

/** Returns a plain text as a document, which consists of lines only. */
export function plainDocument(text: string): DocumentText {
  return {
    kind: 'text',
    pages: null,
    lines: splitLines(text),
    links: [],
    hidden: [],
    ocrPages: [],
    europassXml: null,
  }
}
