// A setup file of Vitest's projects with a window: modules such as wouter look for a document when they are first loaded, and all
// files of a worker share the modules. The document is a module of its own, so that the files share that, too.
import './dom.ts';
