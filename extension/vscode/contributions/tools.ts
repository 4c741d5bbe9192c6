import { toJsonSchema, type ToolName, tools } from '../../tools';
import { text } from './text';

/** The name of a tool in the editor, where those of all extensions are in one list. */
export const toolId = (name: ToolName): string => `cyclescope_${name}`;

/**
 * `contributes.languageModelTools`: the tools of `cyclescope mcp`. Models read the English texts, people those of
 * their language.
 */
export const languageModelTools = tools.map(({ name, title, about, members }) => ({
  name: toolId(name),
  toolReferenceName: name,
  displayName: text(`tool.${name}`, title),
  userDescription: text(`tool.${name}.about`, about),
  modelDescription: about,
  canBeReferencedInPrompt: true,
  inputSchema: toJsonSchema(members),
}));
