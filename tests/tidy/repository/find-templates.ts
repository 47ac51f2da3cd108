export type Template = { start: number; end: number }

/**
 * Finds template literals, outer ones before inner ones, in the `code` of `scanSource`, in which the text of literals
 * is blank but their quotes and `${` are kept.
 */
export function findTemplates(code: string): Template[] {
  const templates: Template[] = []
  // One entry per open template. `braces` counts the braces opened inside its current `${`, and is undefined while in
  // the template's text.
  const open: { template: Template; braces: number | undefined }[] = []
  for (let offset = 0; offset < code.length; offset += 1) {
    const innermost = open.at(-1)
    const isText = innermost !== undefined && innermost.braces === undefined
    const character = code.charAt(offset)
    if (isText && character === '`') {
      innermost.template.end = offset + 1
      open.pop()
    } else if (isText) {
      if (character === '$' && code.charAt(offset + 1) === '{') {
        innermost.braces = 0
        offset += 1
      }
    } else if (character === '`') {
      const template = { start: offset, end: code.length }
      templates.push(template)
      open.push({ template, braces: undefined })
    } else if (innermost?.braces !== undefined && character === '{') innermost.braces += 1
    else if (innermost?.braces !== undefined && character === '}')
      innermost.braces = innermost.braces === 0 ? undefined : innermost.braces - 1
  }
  return templates
}
