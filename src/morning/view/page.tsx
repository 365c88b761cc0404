import type { ComponentChildren, JSX } from 'preact'
import type { Block, Document, Section } from '../../report/document.ts'
import { Blocks } from './blocks.tsx'
import { Copied } from './copied.tsx'
import { shown } from './shown.ts'
import { Words } from './words.tsx'

interface PageProps {
  document: Document
  /** Beside the title. */
  aside?: ComponentChildren
  /** Before the first section. */
  first?: ComponentChildren
  /** Behind the last section. */
  more?: ComponentChildren
  /** Below all; it floats. */
  bar?: ComponentChildren
}

/** The whole page, in a file as on a server. */
export function Page({ document, aside, first: before, more, bar }: PageProps): JSX.Element {
  const { title, about, outcome, sections } = document
  const [first, ...others] = outcome
  return (
    <>
      <a class="skip" href="#outcome">
        To the outcome
      </a>
      <header>
        <p class="brand">
          <strong>{shown(title)}</strong>
          {aside}
        </p>
      </header>
      <div class={sections.length === 0 ? 'shell alone' : 'shell'}>
        <Navigation sections={sections} />
        <main>
          <section id="outcome">
            <p class="about">
              <Words line={about} />
            </p>
            <h1>
              <Words line={first ?? []} />
            </h1>
            {others.length === 0 ? null : (
              <ul class="verdicts">
                {others.map((line) => (
                  <li>
                    <Words line={line} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {sections.length === 0 ? <Nothing /> : null}
          {before}
          {sections.map((section) => (
            <OneSection key={section.title} section={section} />
          ))}
          {more}
        </main>
      </div>
      {bar}
    </>
  )
}

/** How a night begins, where none is to be shown. */
const Nothing = (): JSX.Element => (
  <section>
    <p>
      Start a task in OpenCode and walk away. In the morning this page says how it ended, what waits for you, and what
      was decided without you.
    </p>
    <Copied text={'opencode run "Work through TASKS.md tonight"'} />
  </section>
)

const idOf = ({ title }: Section): string => title.toLowerCase().replaceAll(' ', '-')

const Navigation = ({ sections }: { sections: readonly Section[] }): JSX.Element | null =>
  sections.length === 0 ? null : (
    <nav aria-label="On this page">
      <ol>
        {sections.map((section) => (
          <li>
            <a href={`#${idOf(section)}`}>
              {section.title}
              <Count count={section.count} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )

const OneSection = ({ section }: { section: Section }): JSX.Element => (
  <section id={idOf(section)} aria-labelledby={`${idOf(section)}-title`}>
    <h2 id={`${idOf(section)}-title`}>
      {section.title}
      <Count count={section.count} />
    </h2>
    <Folded blocks={section.blocks} />
  </section>
)

/** Blocks that stand open; what lies behind them is one press away, and a file needs no script for it. */
const mostOpen = 40

const Folded = ({ blocks }: { blocks: readonly Block[] }): JSX.Element =>
  blocks.length <= mostOpen ? (
    <Blocks blocks={blocks} />
  ) : (
    <>
      <Blocks blocks={blocks.slice(0, mostOpen)} />
      <details class="rest">
        <summary>{`Show ${blocks.length - mostOpen} more`}</summary>
        <Blocks blocks={blocks.slice(mostOpen)} />
      </details>
    </>
  )

const Count = ({ count }: { count: number | null }): JSX.Element | null =>
  count === null ? null : <span class="n">{` ${count}`}</span>
