/* Calls compiled rules from Python, without Numba.

   The generated functions.h has, for every rule, a call in Numba's calling convention and the types of its
   arguments. Arrays come through the buffer protocol; a call whose arguments are of other types returns
   NotImplemented. The interpreter's lock is released during the call.

   Types: i, u, b, d: int64, uint64, bool, double; N: None; r1600: a record of 1600 bytes; R1600: a
   C-contiguous array of such records in one dimension; 2h: a C-contiguous array of int16 in two dimensions
   (the letters are those of Python's module struct). */

#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>

#define MOST_ARGUMENTS 40
#define MOST_DIMENSIONS 3
#define MOST_RESULTS 8

typedef struct {
    int64_t whole, items, itemsize, shape[MOST_DIMENSIONS], strides[MOST_DIMENSIONS];
    double real;
    void *data;
} Argument;

typedef struct {
    char kind;       /* i u b d N r R, or A for an array of numbers */
    char format;     /* of an array of numbers */
    int dimensions;
    int64_t size;    /* of a record */
} Type;

typedef int32_t (*Call)(void *result, void **error, const Argument *given);

/* An array as Numba takes it: owner, parent, items, itemsize, data, shape, strides. */
#define ARRAY1(a) NULL, NULL, a.items, a.itemsize, a.data, a.shape[0], a.strides[0]
#define ARRAY2(a) NULL, NULL, a.items, a.itemsize, a.data, a.shape[0], a.shape[1], a.strides[0], a.strides[1]
#define ARRAY3(a) NULL, NULL, a.items, a.itemsize, a.data, a.shape[0], a.shape[1], a.shape[2], \
    a.strides[0], a.strides[1], a.strides[2]
#define WHOLE int64_t
#define POINTER void *
#define TYPE1 POINTER, POINTER, WHOLE, WHOLE, POINTER, WHOLE, WHOLE
#define TYPE2 TYPE1, WHOLE, WHOLE
#define TYPE3 TYPE2, WHOLE, WHOLE

/* What Numba's code asks for when a rule makes an array of its own: counted memory. */
typedef struct {
    size_t references;
    void *destructor, *destructor_data, *data;
    size_t size;
    void *allocator;
} Memory;

__attribute__((visibility("hidden"))) void *NRT_MemInfo_alloc_aligned(size_t size, uint32_t align)
{
    Memory *made = malloc(sizeof(Memory) + size + align);
    if (made == NULL)
        return NULL;
    uintptr_t after = (uintptr_t)(made + 1);
    *made = (Memory){.references = 1, .size = size};
    made->data = (void *)(align ? (after + align - 1) / align * align : after);
    return made;
}

__attribute__((visibility("hidden"))) void NRT_MemInfo_call_dtor(void *memory) { free(memory); }

/* Read one argument; 0 if it is of another type. A buffer that was taken has an object. */
static int read_argument(PyObject *given, const Type *type, Argument *argument, Py_buffer *view)
{
    PyObject *number;
    int flags;
    switch (type->kind) {
    case 'N':
        return given == Py_None;
    case 'b':
        argument->whole = PyObject_IsTrue(given);
        return argument->whole >= 0;
    case 'd':
        argument->real = PyFloat_AsDouble(given);
        return PyErr_Occurred() == NULL;
    case 'i':
    case 'u':
        number = PyNumber_Index(given);
        if (number == NULL)
            return 0;
        argument->whole = type->kind == 'i' ? PyLong_AsLongLong(number) : (int64_t)PyLong_AsUnsignedLongLong(number);
        Py_DecRef(number);
        return PyErr_Occurred() == NULL;
    }
    flags = type->kind == 'r' ? PyBUF_SIMPLE : type->kind == 'R' ? PyBUF_STRIDES : PyBUF_STRIDES | PyBUF_FORMAT;
    if (PyObject_GetBuffer(given, view, flags) != 0)
        return 0;
    argument->data = view->buf;
    if (type->kind == 'r')
        return view->len == type->size;
    if (view->ndim != type->dimensions || !PyBuffer_IsContiguous(view, 'C'))
        return 0;
    if (type->kind == 'R' ? view->itemsize != type->size : view->format[0] != type->format || view->format[1])
        return 0;
    argument->itemsize = view->itemsize;
    argument->items = view->len / view->itemsize;
    for (int at = 0; at < view->ndim; at++) {
        argument->shape[at] = view->shape[at];
        argument->strides[at] = view->strides[at];
    }
    return 1;
}

/* The result of a call: one, or a tuple of several whole numbers. */
static PyObject *returned(char kind, int several, const int64_t *result)
{
    if (several) {
        PyObject *tuple = PyTuple_New(several);
        for (int at = 0; tuple != NULL && at < several; at++)
            PyTuple_SetItem(tuple, at, PyLong_FromLongLong(result[at]));
        return tuple;
    }
    switch (kind) {
    case 'b': return PyBool_FromLong(*(const int8_t *)result & 1);
    case '1': return PyLong_FromLongLong(*(const int8_t *)result);
    case '2': return PyLong_FromLongLong(*(const int16_t *)result);
    case '4': return PyLong_FromLongLong(*(const int32_t *)result);
    case 'i': return PyLong_FromLongLong(*result);
    case 'u': return PyLong_FromUnsignedLongLong((uint64_t)*result);
    case 'd': return PyFloat_FromDouble(*(const double *)result);
    }
    Py_IncRef(Py_None);
    return Py_None;
}

static PyObject *call_rule(PyObject *given, PyObject *named, const Type *types, int count, char kind, int several,
                           Call call)
{
    Argument arguments[MOST_ARGUMENTS];
    Py_buffer views[MOST_ARGUMENTS];
    int64_t result[MOST_RESULTS] = {0};
    void *error = NULL;
    int32_t status = 0;
    int taken = 0, fits = PyTuple_Size(given) == count && (named == NULL || PyDict_Size(named) == 0);
    while (fits && taken < count) {
        views[taken].obj = NULL;
        fits = read_argument(PyTuple_GetItem(given, taken), &types[taken], &arguments[taken], &views[taken]);
        taken++;
    }
    if (fits) {
        PyThreadState *state = PyEval_SaveThread();
        status = call(result, &error, arguments);
        PyEval_RestoreThread(state);
    }
    while (taken--)
        if (views[taken].obj != NULL)
            PyBuffer_Release(&views[taken]);
    if (!fits) {
        PyErr_Clear();
        Py_IncRef(Py_NotImplemented);
        return Py_NotImplemented;
    }
    if (status != 0)
        return PyErr_Format(PyExc_RuntimeError, "a compiled rule failed with %d", status);
    return returned(kind, several, result);
}

#include "functions.h"

static PyObject *fits(PyObject *self, PyObject *nothing)
{
    (void)self, (void)nothing;
    return PyBool_FromLong(PROCESSOR_FITS);
}

#define METHOD(f) {#f, (PyCFunction)(void (*)(void))f, METH_VARARGS | METH_KEYWORDS, NULL},

static PyMethodDef methods[] = {
    FUNCTIONS
    {"fits", fits, METH_NOARGS, "Whether this processor can run the code."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "library", "Compiled rules.", -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_library(void) { return PyModule_Create(&module); }
