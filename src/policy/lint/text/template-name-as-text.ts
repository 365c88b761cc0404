import type { Check } from '../context.ts'

/** A text that is the name of a template would go out as that bare word. */
export const templateNameAsText: Check = {
  code: 'template-name-as-text',
  run: ({ document, texts, problem }) =>
    texts
      .filter(({ source, path }) => path[0] === 'rules' && Object.hasOwn(document.templates ?? {}, source.trim()))
      .map(({ source, path }) =>
        problem(path, `This text is the name of a template: write { template: ${source.trim()} }`),
      ),
}
