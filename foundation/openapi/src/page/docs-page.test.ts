// Runs the page's script with what it uses of a browser and of Swagger UI.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

function runPage(isDark: boolean) {
  const classes = new Set<string>()
  const media = {
    matches: isDark,
    change: () => undefined as void,
    addEventListener(_event: string, listener: () => void) {
      media.change = listener
    },
  }
  const started: Record<string, unknown>[] = []
  const classList = {
    toggle: (name: string, isSet: boolean) => void (isSet ? classes.add(name) : classes.delete(name)),
  }
  const title = { firstChild: { textContent: 'Things' } }
  const document = { title: 'API', documentElement: { classList }, querySelector: () => title }
  runInNewContext(readFileSync(new URL('docs-page.js', import.meta.url), 'utf8'), {
    document,
    matchMedia: () => media,
    SwaggerUIBundle: (options: Record<string, unknown>) => started.push(options),
  })
  return { classes, media, document, options: started[0] ?? {} }
}

test('the page shows the description beside it, asks no other service, and keeps no key', () => {
  const { options, document } = runPage(false)
  expect(options).toMatchObject({ url: 'openapi.json', validatorUrl: null, persistAuthorization: false })
  ;(options['onComplete'] as () => void)()
  expect(document.title).toBe('Things')
})

test('the page is dark if the system is, also when that changes', () => {
  expect(runPage(false).classes).toEqual(new Set())
  const { classes, media } = runPage(true)
  expect(classes).toEqual(new Set(['dark-mode']))
  media.matches = false
  media.change()
  expect(classes).toEqual(new Set())
})
