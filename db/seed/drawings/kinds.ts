export type DrawingKind = 'phone';
