// Decides which element of the page has its tooltip open. Any element can have one by an attribute, so a button is not
// wrapped in a component, and thousands of cells share these few listeners.
//
//   data-tip="text"   shown on hover and on keyboard focus, for buttons that show only an icon
//   data-clipped      the element's own text, shown only while the layout cuts it off
export type Tip = { anchor: HTMLElement; text: string }

const openAfterMs = 400
/** Long enough to move the pointer from the element to its tooltip, whose text can be selected. */
const closeAfterMs = 120

/** Calls `onChange` with the tooltip to show, or undefined to show none. Returns how to stop. */
export function followTips(onChange: (tip: Tip | undefined) => void): () => void {
  let anchor: HTMLElement | undefined
  let timer = 0
  function close(): void {
    window.clearTimeout(timer)
    if (anchor) onChange(undefined)
    anchor = undefined
  }
  function open(next: HTMLElement): void {
    const text = textOf(next)
    if (text === undefined) return
    anchor = next
    onChange({ anchor: next, text })
  }
  function onPointerOver({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch') return
    const next = anchorOf(target)
    const isInside = next === anchor || isTooltip(target)
    window.clearTimeout(timer)
    if (next && next !== anchor) {
      if (anchor) close()
      timer = window.setTimeout(() => open(next), openAfterMs)
    } else if (anchor && !isInside) timer = window.setTimeout(close, closeAfterMs)
  }
  function onFocusIn({ target }: FocusEvent): void {
    close()
    const next = anchorOf(target)
    if (next && target instanceof HTMLElement && target.matches(':focus-visible')) open(next)
  }
  function onKeyDown({ key }: KeyboardEvent): void {
    if (['Escape', 'Enter', ' '].includes(key)) close()
  }
  const stop = new AbortController()
  const { signal } = stop
  const early = { signal, capture: true }
  document.addEventListener('pointerover', onPointerOver, { signal })
  document.addEventListener('pointerdown', close, early)
  document.addEventListener('focusin', onFocusIn, { signal })
  document.addEventListener('focusout', close, { signal })
  document.addEventListener('keydown', onKeyDown, early)
  // What the tooltip belongs to moves away. One that is about to open still opens, because the pointer has stayed.
  document.addEventListener('scroll', () => anchor && close(), { ...early, passive: true })
  return () => {
    close()
    stop.abort()
  }
}

function anchorOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest<HTMLElement>('[data-tip], [data-clipped]') ?? undefined
}

function isTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=tooltip]') !== null
}

/** Undefined if there is nothing to say, or the element's own menu is open. */
function textOf(element: HTMLElement): string | undefined {
  if (!element.isConnected || element.getAttribute('aria-expanded') === 'true') return undefined
  const text = element.dataset['tip'] ?? (isClipped(element) ? element.textContent : '')
  return text.trim() === '' ? undefined : text
}

/** The element, a part of it, or the cell that it is in can be the one that cuts its text off. */
function isClipped(element: HTMLElement): boolean {
  const around = element.closest('[role=gridcell]')
  return [element, ...element.querySelectorAll(':not(.visually-hidden)'), ...(around ? [around] : [])].some(
    (each) => each.scrollWidth > each.clientWidth && getComputedStyle(each).overflowX !== 'visible',
  )
}
