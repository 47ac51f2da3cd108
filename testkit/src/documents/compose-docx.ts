import { composeZip, type ZipPlanEntry } from './compose-zip.ts'

export type DocxPlan = {
  /** Paragraphs of the body, as WordprocessingML. */
  body: string
  header?: string
  footer?: string
  styles?: string
  more?: readonly ZipPlanEntry[]
}

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'

export function composeDocx({ body, header, footer, styles, more = [] }: DocxPlan): Buffer {
  const part = (name: string, xml: string): ZipPlanEntry => ({ name, data: Buffer.from(xml) })
  const optional = [
    ['word/header1.xml', header, 'hdr'],
    ['word/footer1.xml', footer, 'ftr'],
    ['word/styles.xml', styles, 'styles'],
  ] as const
  return composeZip([
    part('[Content_Types].xml', types),
    part(
      'word/document.xml',
      `<?xml version="1.0"?><w:document ${namespace}><w:body>${body}</w:body></w:document>`,
    ),
    ...optional.flatMap(([name, xml, root]) =>
      xml === undefined ? [] : [part(name, `<w:${root} ${namespace}>${xml}</w:${root}>`)],
    ),
    ...more,
  ])
}

/** One paragraph of one run; `properties` go into its `w:rPr`. */
export function paragraph(text: string, properties = ''): string {
  return `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}
