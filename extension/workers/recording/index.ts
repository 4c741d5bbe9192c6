export type { OpenRecording, RecordingCalls, SampleName, WindowRequest } from './protocol';
export type { OpenProgress, RecordingRange, RecordingSource } from '../../engine';
